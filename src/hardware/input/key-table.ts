import { KEY_TYPES } from '../../protocol/rpc/key-types.js';
import type { ShortcutKey } from '../../protocol/rpc/shortcut.js';

/**
 * The table of keys: HID usage ↔ name ↔ Linux evdev code ↔ uiohook codes. Usages are those of page 0x07 (HID Usage
 * Tables); those of other pages have their page in the upper 16 bits, as in HID.
 *
 * Names are those of the US layout, in lower case; the left of two modifiers has the plain name (`ctrl`), the other is
 * `right ctrl`; keys of the number pad begin with `numpad`. While num lock is off, uiohook reports the same number pad
 * keys by other codes (0xEE..). Evdev codes are those of the kernel's HID keyboard driver.
 */
interface KeyRow {
  readonly usage: number;
  readonly name: string;
  /** null if the kernel has no separate code for the usage */
  readonly evdev: number | null;
  readonly uiohook: readonly number[];
}

function row(usage: number, name: string, evdev: number | null, ...uiohook: number[]): KeyRow {
  return { usage, name, evdev, uiohook };
}

export const KEY_TABLE: readonly KeyRow[] = [
  row(0x04, 'a', 30, 0x1e),
  row(0x05, 'b', 48, 0x30),
  row(0x06, 'c', 46, 0x2e),
  row(0x07, 'd', 32, 0x20),
  row(0x08, 'e', 18, 0x12),
  row(0x09, 'f', 33, 0x21),
  row(0x0a, 'g', 34, 0x22),
  row(0x0b, 'h', 35, 0x23),
  row(0x0c, 'i', 23, 0x17),
  row(0x0d, 'j', 36, 0x24),
  row(0x0e, 'k', 37, 0x25),
  row(0x0f, 'l', 38, 0x26),
  row(0x10, 'm', 50, 0x32),
  row(0x11, 'n', 49, 0x31),
  row(0x12, 'o', 24, 0x18),
  row(0x13, 'p', 25, 0x19),
  row(0x14, 'q', 16, 0x10),
  row(0x15, 'r', 19, 0x13),
  row(0x16, 's', 31, 0x1f),
  row(0x17, 't', 20, 0x14),
  row(0x18, 'u', 22, 0x16),
  row(0x19, 'v', 47, 0x2f),
  row(0x1a, 'w', 17, 0x11),
  row(0x1b, 'x', 45, 0x2d),
  row(0x1c, 'y', 21, 0x15),
  row(0x1d, 'z', 44, 0x2c),
  row(0x1e, '1', 2, 0x02),
  row(0x1f, '2', 3, 0x03),
  row(0x20, '3', 4, 0x04),
  row(0x21, '4', 5, 0x05),
  row(0x22, '5', 6, 0x06),
  row(0x23, '6', 7, 0x07),
  row(0x24, '7', 8, 0x08),
  row(0x25, '8', 9, 0x09),
  row(0x26, '9', 10, 0x0a),
  row(0x27, '0', 11, 0x0b),
  row(0x28, 'enter', 28, 0x1c),
  row(0x29, 'escape', 1, 0x01),
  row(0x2a, 'backspace', 14, 0x0e),
  row(0x2b, 'tab', 15, 0x0f),
  row(0x2c, 'space', 57, 0x39),
  row(0x2d, '-', 12, 0x0c),
  row(0x2e, '=', 13, 0x0d),
  row(0x2f, '[', 26, 0x1a),
  row(0x30, ']', 27, 0x1b),
  row(0x31, '\\', 43, 0x2b),
  // Non-US keyboards have # in the place of the backslash; the kernel maps both to the same code.
  row(0x32, 'non-us #', null),
  row(0x33, ';', 39, 0x27),
  row(0x34, "'", 40, 0x28),
  row(0x35, '`', 41, 0x29),
  row(0x36, ',', 51, 0x33),
  row(0x37, '.', 52, 0x34),
  row(0x38, '/', 53, 0x35),
  row(0x39, 'caps lock', 58, 0x3a),
  row(0x3a, 'f1', 59, 0x3b),
  row(0x3b, 'f2', 60, 0x3c),
  row(0x3c, 'f3', 61, 0x3d),
  row(0x3d, 'f4', 62, 0x3e),
  row(0x3e, 'f5', 63, 0x3f),
  row(0x3f, 'f6', 64, 0x40),
  row(0x40, 'f7', 65, 0x41),
  row(0x41, 'f8', 66, 0x42),
  row(0x42, 'f9', 67, 0x43),
  row(0x43, 'f10', 68, 0x44),
  row(0x44, 'f11', 87, 0x57),
  row(0x45, 'f12', 88, 0x58),
  row(0x46, 'print screen', 99, 0x0e37),
  row(0x47, 'scroll lock', 70, 0x46),
  row(0x48, 'pause', 119, 0x0e45),
  row(0x49, 'insert', 110, 0x0e52),
  row(0x4a, 'home', 102, 0x0e47),
  row(0x4b, 'page up', 104, 0x0e49),
  row(0x4c, 'delete', 111, 0x0e53),
  row(0x4d, 'end', 107, 0x0e4f),
  row(0x4e, 'page down', 109, 0x0e51),
  row(0x4f, 'right', 106, 0xe04d),
  row(0x50, 'left', 105, 0xe04b),
  row(0x51, 'down', 108, 0xe050),
  row(0x52, 'up', 103, 0xe048),
  row(0x53, 'num lock', 69, 0x45),
  row(0x54, 'numpad /', 98, 0x0e35),
  row(0x55, 'numpad *', 55, 0x37),
  row(0x56, 'numpad -', 74, 0x4a),
  row(0x57, 'numpad +', 78, 0x4e),
  row(0x58, 'numpad enter', 96, 0x0e1c),
  row(0x59, 'numpad 1', 79, 0x4f, 0xee4f),
  row(0x5a, 'numpad 2', 80, 0x50, 0xee50),
  row(0x5b, 'numpad 3', 81, 0x51, 0xee51),
  row(0x5c, 'numpad 4', 75, 0x4b, 0xee4b),
  row(0x5d, 'numpad 5', 76, 0x4c, 0xee4c, 0xe04c),
  row(0x5e, 'numpad 6', 77, 0x4d, 0xee4d),
  row(0x5f, 'numpad 7', 71, 0x47, 0xee47),
  row(0x60, 'numpad 8', 72, 0x48, 0xee48),
  row(0x61, 'numpad 9', 73, 0x49, 0xee49),
  row(0x62, 'numpad 0', 82, 0x52, 0xee52),
  row(0x63, 'numpad .', 83, 0x53, 0xee53),
  row(0x64, 'non-us \\', 86, 0x0e46),
  row(0x65, 'menu', 127, 0x0e5d),
  row(0x66, 'power', 116, 0xe05e),
  row(0x67, 'numpad =', 117, 0x0e0d),
  row(0x68, 'f13', 183, 0x5b),
  row(0x69, 'f14', 184, 0x5c),
  row(0x6a, 'f15', 185, 0x5d),
  row(0x6b, 'f16', 186, 0x63),
  row(0x6c, 'f17', 187, 0x64),
  row(0x6d, 'f18', 188, 0x65),
  row(0x6e, 'f19', 189, 0x66),
  row(0x6f, 'f20', 190, 0x67),
  row(0x70, 'f21', 191, 0x68),
  row(0x71, 'f22', 192, 0x69),
  row(0x72, 'f23', 193, 0x6a),
  row(0x73, 'f24', 194, 0x6b),
  row(0x74, 'execute', 134, 0xff74),
  row(0x75, 'help', 138, 0xff75),
  row(0x76, 'props', 130, 0xff76),
  row(0x77, 'select', 132, 0xff77),
  row(0x78, 'stop', 128, 0xff78),
  row(0x79, 'again', 129, 0xff79),
  row(0x7a, 'undo', 131, 0xff7a),
  row(0x7b, 'cut', 137, 0xff7b),
  row(0x7c, 'copy', 133, 0xff7c),
  row(0x7d, 'paste', 135, 0xff7d),
  row(0x7e, 'find', 136, 0xff7e),
  row(0x7f, 'mute', 113, 0xe020),
  row(0x80, 'volume up', 115, 0xe030),
  row(0x81, 'volume down', 114, 0xe02e),
  row(0x85, 'numpad ,', 121),
  row(0x87, 'international 1', 89, 0x73),
  row(0x88, 'international 2', 93),
  row(0x89, 'international 3', 124, 0x7d),
  row(0x8a, 'international 4', 92, 0x79),
  row(0x8b, 'international 5', 94),
  row(0x8c, 'international 6', 95, 0x7e),
  row(0x90, 'language 1', 122),
  row(0x91, 'language 2', 123),
  row(0x92, 'language 3', 90, 0x70),
  row(0x93, 'language 4', 91, 0x7b),
  row(0x94, 'language 5', 85),
  row(0xe0, 'ctrl', 29, 0x1d),
  row(0xe1, 'shift', 42, 0x2a),
  row(0xe2, 'alt', 56, 0x38),
  row(0xe3, 'meta', 125, 0x0e5b),
  row(0xe4, 'right ctrl', 97, 0x0e1d),
  row(0xe5, 'right shift', 54, 0x36),
  row(0xe6, 'right alt', 100, 0x0e38),
  row(0xe7, 'right meta', 126, 0x0e5c),
  row(0x1_0082, 'sleep', 142, 0xe05f),
  row(0x1_0083, 'wake', 143, 0xe063),
  row(0xc_006f, 'brightness up', 225),
  row(0xc_0070, 'brightness down', 224),
  row(0xc_00b5, 'next track', 163, 0xe019),
  row(0xc_00b6, 'previous track', 165, 0xe010),
  row(0xc_00b7, 'stop track', 166, 0xe024),
  row(0xc_00b8, 'eject', 161, 0xe02c),
  row(0xc_00cd, 'play/pause', 164, 0xe022),
  row(0xc_0183, 'media player', 171, 0xe06d),
  row(0xc_018a, 'mail', 155, 0xe06c),
  row(0xc_0192, 'calculator', 140, 0xe021),
  row(0xc_0221, 'browser search', 217, 0xe065),
  row(0xc_0223, 'browser home', 172, 0xe032),
  row(0xc_0224, 'browser back', 158, 0xe06a),
  row(0xc_0225, 'browser forward', 159, 0xe069),
  // The kernel has one code for this key and for that of page 0x07.
  row(0xc_0226, 'browser stop', null, 0xe068),
  row(0xc_0227, 'browser refresh', 173, 0xe067),
  row(0xc_022a, 'browser favorites', 156, 0xe066),
];

const byEvdev = new Map(KEY_TABLE.map((key) => [key.evdev, key]));
const byUiohook = new Map(KEY_TABLE.flatMap((key) => key.uiohook.map((code) => [code, key] as const)));

/** Scan codes of Windows that those of uiohook do not follow from, with the kernel's codes of their keys. */
const SCAN_CODES: Readonly<Record<number, number>> = {
  ...Object.fromEntries(Array.from({ length: 11 }, (_, index) => [0x64 + index, 183 + index])),
  ...{ 118: 194, 84: 99, 86: 86, 89: 117, 92: 95, 112: 93, 113: 123, 114: 122 },
  ...{ 119: 91, 120: 90, 123: 94, 126: 121, 57414: 119, 57629: 119 },
};

const byScanCode = new Map([
  ...KEY_TABLE.flatMap((key) => key.uiohook.map((code) => [toScanCode(code), key] as const)),
  ...Object.entries(SCAN_CODES).map(([code, evdev]) => [Number(code), byEvdev.get(evdev)] as const),
]);

/** Codes of uiohook are scan codes, with 0x0e00 or 0xe000 added for the prefix e0. */
function toScanCode(uiohook: number): number {
  return uiohook >> 8 === 0x0e ? 0xe000 + (uiohook & 0xff) : uiohook;
}

/** The page, reserved in HID, of keys that the table lacks. */
const UNKNOWN_PAGE = 0xff_0000;

/** @returns a key without a known HID usage, by the code that the system has for it */
export function unknownKey(code: number): ShortcutKey {
  return { type: KEY_TYPES.KEYBOARD_KEY, code: UNKNOWN_PAGE + code, name: `unknown key ${code}` };
}

/** @returns the key with this code in linux/input-event-codes.h, or null if the table has none */
export function keyOfEvdev(code: number): ShortcutKey | null {
  return toShortcutKey(byEvdev.get(code));
}

/** @returns the key that uiohook reports by this code, or null if the table has none */
export function keyOfUiohook(code: number): ShortcutKey | null {
  return toShortcutKey(byUiohook.get(code));
}

/** @returns the key with this scan code of Windows (native/windows-keys/windows_keys.h), or null if the table has none */
export function keyOfScanCode(code: number): ShortcutKey | null {
  return toShortcutKey(byScanCode.get(code));
}

function toShortcutKey(key: KeyRow | undefined): ShortcutKey | null {
  if (key === undefined) return null;
  const isModifier = key.usage >= 0xe0 && key.usage <= 0xe7;
  const type = isModifier ? KEY_TYPES.KEYBOARD_MODIFIER_KEY : KEY_TYPES.KEYBOARD_KEY;
  return { type, code: key.usage, name: key.name };
}
