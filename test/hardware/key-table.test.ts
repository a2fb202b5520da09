import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toKeyEvent } from '#guildhall/hardware/input/evdev-key-event.js';
import { KEY_TABLE, keyOfEvdev, keyOfScanCode, keyOfUiohook } from '#guildhall/hardware/input/key-table.js';
import { mouseButton, mouseButtonOfEvdev } from '#guildhall/hardware/input/mouse-buttons.js';

function duplicatesOf(values: readonly (number | string)[]): (number | string)[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

describe('the key table', () => {
  test('has every usage, name, evdev code and uiohook code once', () => {
    assert.deepEqual(duplicatesOf(KEY_TABLE.map(({ usage }) => usage)), []);
    assert.deepEqual(duplicatesOf(KEY_TABLE.map(({ name }) => name)), []);
    assert.deepEqual(duplicatesOf(KEY_TABLE.flatMap(({ evdev }) => evdev ?? [])), []);
    assert.deepEqual(duplicatesOf(KEY_TABLE.flatMap(({ uiohook }) => uiohook)), []);
  });

  test('names keys in lower case', () => {
    assert.deepEqual(
      KEY_TABLE.filter(({ name }) => name !== name.toLowerCase() || name === ''),
      [],
    );
  });

  test('maps i to type 0, code 12', () => {
    assert.deepEqual(keyOfUiohook(0x17), { type: 0, code: 12, name: 'i' });
  });

  test('has all keys of a 104-key keyboard with a code for uiohook and one for evdev', () => {
    // HID usages of a keyboard with US layout: the main block without non-US #, to the number pad, menu, modifiers.
    const usages = Array.from({ length: 0x64 - 0x04 }, (_, index) => 0x04 + index)
      .filter((usage) => usage !== 0x32)
      .concat(0x65, [0xe0, 0xe1, 0xe2, 0xe3, 0xe4, 0xe5, 0xe6, 0xe7]);
    assert.equal(usages.length, 104);
    for (const usage of usages) {
      const row = KEY_TABLE.find((candidate) => candidate.usage === usage);
      assert.ok(row !== undefined && row.evdev !== null && row.uiohook.length > 0, `usage ${usage}`);
    }
  });

  test('makes exactly the usages from 0xE0 to 0xE7 modifiers', () => {
    const keys = KEY_TABLE.flatMap(({ evdev }) => (evdev === null ? [] : keyOfEvdev(evdev)));
    for (const key of keys)
      assert.equal(key?.type, key !== null && key.code >= 0xe0 && key.code <= 0xe7 ? 2 : 0);
  });

  test('maps number pad keys to the same key with and without num lock', () => {
    assert.deepEqual(keyOfUiohook(0xee47), keyOfUiohook(0x47));
    assert.equal(keyOfUiohook(0x47)?.name, 'numpad 7');
  });

  test('has no key for an unknown code', () => {
    assert.equal(keyOfUiohook(0), null);
    assert.equal(keyOfEvdev(0), null);
    assert.equal(keyOfEvdev(0x110), null);
  });

  test('has the scan codes of Windows', () => {
    // From Microsoft's table of scan codes of set 1 for HID usages.
    const expected = {
      a: 0x1e,
      escape: 0x01,
      'non-us \\': 0x56,
      'numpad =': 0x59,
      'print screen': [0xe037, 0x54],
      pause: [0xe11d, 0xe046],
      'num lock': 0x45,
      insert: 0xe052,
      up: 0xe048,
      'numpad /': 0xe035,
      'numpad enter': 0xe01c,
      'numpad 7': 0x47,
      f12: 0x58,
      f13: 0x64,
      f23: 0x6e,
      f24: 0x76,
      'numpad ,': 0x7e,
      'international 1': 0x73,
      'international 2': 0x70,
      'international 3': 0x7d,
      'international 4': 0x79,
      'international 5': 0x7b,
      'international 6': 0x5c,
      'language 1': 0x72,
      'language 2': 0x71,
      'language 3': 0x78,
      'language 4': 0x77,
      'right ctrl': 0xe01d,
      'right alt': 0xe038,
      meta: 0xe05b,
      menu: 0xe05d,
      mute: 0xe020,
      'volume up': 0xe030,
      'next track': 0xe019,
      'browser stop': 0xe068,
      calculator: 0xe021,
    };
    for (const [name, codes] of Object.entries(expected))
      for (const code of [codes].flat()) assert.equal(keyOfScanCode(code)?.name, name, code.toString(16));
    assert.equal(keyOfScanCode(0xe07f), null);
  });

  test('shows keys without a known usage as such, but no touch of a touchpad', () => {
    const shown = [0x01, 0xf0, 0xff, 0x14a, 0x1d0, 0x220, 0x2c0].map((code) => toKeyEvent(code, true, false));
    assert.deepEqual(
      shown.map((event) => event?.key.name ?? null),
      ['escape', 'unknown key 240', 'unknown key 255', null, 'unknown key 464', null, null],
    );
  });

  test('has the sixteen mouse buttons of the kernel and no other', () => {
    const codes = [0x10f, 0x110, 0x111, 0x112, 0x113, 0x11f, 0x120, 0x130];
    assert.deepEqual(
      codes.map((code) => mouseButtonOfEvdev(code)?.code ?? null),
      [null, 1, 2, 3, 4, 16, null, null],
    );
  });

  test('numbers mouse buttons like HID', () => {
    assert.deepEqual(mouseButton(1), { type: 1, code: 1, name: 'mouse left' });
    assert.deepEqual(mouseButton(2), { type: 1, code: 2, name: 'mouse right' });
    assert.deepEqual(mouseButton(3), { type: 1, code: 3, name: 'mouse middle' });
    assert.deepEqual(mouseButton(5), { type: 1, code: 5, name: 'mouse 5' });
    assert.equal(mouseButton(0), null);
  });
});
