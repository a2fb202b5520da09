import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Hardware } from '#guildhall/hardware/hardware.js';
import { KEY_TABLE } from '#guildhall/hardware/input/key-table.js';
import { eventually } from '../helpers/eventually.js';
import { keyOfUsage } from '../helpers/keys.js';
import { BED_PROGRAMS, InputBed, KEYBOARD_KEYS, MOUSE_KEYS } from './support/input-bed.js';
import { driverPid, openFiles } from './support/processes.js';
import { realTest, XKB_LIBRARY } from './support/programs.js';
import { changesOf, withHardware } from './support/real-hardware.js';

const [CTRL, SHIFT, A, B, F5, Y, CARET] = [29, 42, 30, 48, 63, 21, 41];
const [LEFT, RIGHT, MIDDLE, THUMB] = [0x110, 0x111, 0x112, 0x113];

/** Hardware of a machine without a display, whose input devices are those of a bed. */
async function withBed(
  run: (bed: InputBed, hardware: Hardware) => Promise<void>,
  environment: NodeJS.ProcessEnv = {},
): Promise<void> {
  const bed = await InputBed.make();
  // A layout that nobody has, so that names are those of the table whatever this machine's is.
  const none = { DISPLAY: undefined, WAYLAND_DISPLAY: undefined, XKB_DEFAULT_LAYOUT: 'no-such-layout' };
  try {
    await withHardware({ ...process.env, ...none, ...bed.environment, ...environment }, (hardware) =>
      run(bed, hardware),
    );
  } finally {
    await bed[Symbol.asyncDispose]();
  }
}

/** The nodes of a bed that the driver's process has open. */
function openNodes(bed: InputBed): string[] {
  return openFiles(driverPid('keyboard-mouse'), bed.folder);
}

describe('the keyboard-mouse driver without a display', () => {
  realTest(BED_PROGRAMS, 'reports ctrl+shift+F5 with HID usages, types and names', () =>
    withBed(async (bed, hardware) => {
      const keyboard = bed.plug('Keyboard', KEYBOARD_KEYS);
      const capture = await hardware.shortcuts.start();
      const changes = changesOf(capture);
      keyboard.press(CTRL, SHIFT, F5);
      keyboard.release(F5, SHIFT, CTRL);
      assert.deepEqual(await capture.completed, [
        { type: 2, code: 0xe0, name: 'ctrl' },
        { type: 2, code: 0xe1, name: 'shift' },
        { type: 0, code: 0x3e, name: 'f5' },
      ]);
      assert.deepEqual(changes, ['ctrl', 'ctrl+shift', 'ctrl+shift+f5']);
      await capture.stop();
    }),
  );

  realTest(BED_PROGRAMS, 'says at START whether a keyboard or mouse is connected', () =>
    withBed(async (bed, hardware) => {
      const hasKeys = async () => {
        const capture = await hardware.shortcuts.start();
        await capture.stop();
        return capture.hasKeys;
      };
      assert.equal(await hasKeys(), false);
      bed.plug('Mouse', MOUSE_KEYS);
      assert.equal(await hasKeys(), true);
    }),
  );

  realTest(BED_PROGRAMS, 'reports every key of the table with its code and name', () =>
    withBed(async (bed, hardware) => {
      const rows = KEY_TABLE.filter(({ evdev }) => evdev !== null);
      const keyboard = bed.plug('Keyboard', KEYBOARD_KEYS);
      const capture = await hardware.shortcuts.start();
      const heard: unknown[] = [];
      capture.on('change', (shortcut) => heard.push(shortcut.at(-1)));
      for (const { evdev } of rows) {
        keyboard.press(evdev ?? 0);
        keyboard.release(evdev ?? 0);
      }
      await eventually(() => heard.length >= rows.length);
      assert.deepEqual(
        heard,
        rows.map(({ usage }) => keyOfUsage(usage)),
      );
      await capture.stop();
    }),
  );

  realTest([...BED_PROGRAMS, XKB_LIBRARY], 'names keys by the layout of the machine, as it is at START', () =>
    withBed(
      async (bed, hardware) => {
        const keyboard = bed.plug('Keyboard', KEYBOARD_KEYS);
        const capture = await hardware.shortcuts.start();
        keyboard.press(SHIFT, Y, CARET, F5);
        keyboard.release(SHIFT, Y, CARET, F5);
        assert.deepEqual(await capture.completed, [
          { type: 2, code: 0xe1, name: 'shift' },
          { type: 0, code: 0x1c, name: 'z' },
          { type: 0, code: 0x35, name: '^' },
          { type: 0, code: 0x3e, name: 'f5' },
        ]);
        await capture.stop();
      },
      { XKB_DEFAULT_LAYOUT: 'de' },
    ),
  );

  realTest(BED_PROGRAMS, 'reports mouse buttons by their HID numbers, combined with keys', () =>
    withBed(async (bed, hardware) => {
      const keyboard = bed.plug('Keyboard', KEYBOARD_KEYS);
      const mouse = bed.plug('Mouse', MOUSE_KEYS);
      const capture = await hardware.shortcuts.start();
      const changes = changesOf(capture);
      for (const button of [LEFT, RIGHT, MIDDLE, THUMB]) {
        mouse.press(button);
        mouse.release(button);
      }
      await eventually(() => changes.length === 4);
      keyboard.press(CTRL);
      await eventually(() => changes.length === 5);
      mouse.press(LEFT);
      await eventually(() => changes.length === 6);
      assert.deepEqual(changes, [
        ...['mouse left', 'mouse right', 'mouse middle', 'mouse 4'],
        ...['ctrl', 'ctrl+mouse left'],
      ]);
      await capture.stop();
    }),
  );

  realTest(BED_PROGRAMS, 'reports a key once that repeats or is down on two keyboards', () =>
    withBed(async (bed, hardware) => {
      const one = bed.plug('One', KEYBOARD_KEYS);
      const other = bed.plug('Other', KEYBOARD_KEYS);
      const capture = await hardware.shortcuts.start();
      const changes = changesOf(capture);
      // One that was down before anybody listened: its repetition is not a press.
      one.key(B, 2);
      one.press(A);
      one.key(A, 2);
      await eventually(() => changes.length > 0);
      // The next one shows that the first of this keyboard was read, too.
      other.press(A, SHIFT);
      await eventually(() => changes.length === 2);
      one.release(A);
      one.press(F5);
      await eventually(() => changes.length === 3);
      assert.deepEqual(changes, ['a', 'a+shift', 'a+shift+f5']);
      await capture.stop();
    }),
  );

  realTest(BED_PROGRAMS, 'unplugging a keyboard releases its keys; replugging reports them again', () =>
    withBed(async (bed, hardware) => {
      const first = bed.plug('Keyboard', KEYBOARD_KEYS);
      const capture = await hardware.shortcuts.start();
      const changes = changesOf(capture);
      first.press(A);
      await eventually(() => changes.length === 1);
      first.unplug();
      assert.deepEqual(await capture.completed, [keyOfUsage(0x04)]);
      const again = bed.plug('Keyboard', KEYBOARD_KEYS);
      await eventually(() => openNodes(bed).length === 1);
      again.press(B);
      await eventually(() => changes.length === 2);
      assert.deepEqual(changes, ['a', 'b']);
      await capture.stop();
    }),
  );

  realTest(BED_PROGRAMS, 'works when nothing is plugged in yet', () =>
    withBed(async (bed, hardware) => {
      const capture = await hardware.shortcuts.start();
      const keyboard = bed.plug('Keyboard', KEYBOARD_KEYS);
      keyboard.press(A);
      keyboard.release(A);
      assert.deepEqual(await capture.completed, [keyOfUsage(0x04)]);
      await capture.stop();
    }),
  );

  realTest(BED_PROGRAMS, 'opens only keyboards and mice, and only during a capture', () =>
    withBed(async (bed, hardware) => {
      bed.plug('Keyboard', KEYBOARD_KEYS);
      bed.plug('Mouse', MOUSE_KEYS);
      bed.plug('Lid switch', '0');
      await hardware.checkDrivers();
      assert.deepEqual(openNodes(bed), []);
      const capture = await hardware.shortcuts.start();
      assert.deepEqual(openNodes(bed), ['event0', 'event1']);
      await capture.stop();
      assert.deepEqual(openNodes(bed), []);
    }),
  );
});
