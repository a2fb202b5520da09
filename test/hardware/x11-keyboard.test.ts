import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe } from 'node:test';
import { promisify } from 'node:util';
import { KEY_TABLE } from '#guildhall/hardware/input/key-table.js';
import { eventually } from '../helpers/eventually.js';
import { keyOfUsage } from '../helpers/keys.js';
import { BED_PROGRAMS, InputBed, KEYBOARD_KEYS } from './support/input-bed.js';
import { driverPids } from './support/processes.js';
import { realTest, XKB_LIBRARY } from './support/programs.js';
import { changesOf, withHardware } from './support/real-hardware.js';
import { startXServer } from './support/x-server.js';
import { onX, useXServer, X_PROGRAMS } from './support/x-suite.js';

/** What xdotool calls the key of an evdev code: its X key code, 8 higher; but `9` would be the key with that digit. */
function xKey(evdev: number): string {
  return evdev === 1 ? 'Escape' : String(evdev + 8);
}

/** Switches the display to the second of its layouts, as a person does with a key of their choice. */
const SECOND_LAYOUT = `
from ctypes import CDLL, c_void_p
x = CDLL('libX11.so.6')
x.XOpenDisplay.restype = c_void_p
display = c_void_p(x.XOpenDisplay(None))
x.XkbLockGroup(display, 0x100, 1)
x.XCloseDisplay(display)
`;

/** Ends once a key has been pressed, and repeated by the display three times. */
const UNTIL_REPEATED = `
from ctypes import CDLL, c_int, c_ulong, c_void_p, create_string_buffer
x = CDLL('libX11.so.6')
x.XOpenDisplay.restype = c_void_p
x.XDefaultRootWindow.restype = c_ulong
display = c_void_p(x.XOpenDisplay(None))
root = c_ulong(x.XDefaultRootWindow(display))
assert x.XGrabKeyboard(display, root, 0, 1, 1, c_ulong(0)) == 0
print('grabbed', flush=True)
event, pressed = create_string_buffer(192), 0
while pressed < 4:
    x.XNextEvent(display, event)
    pressed += c_int.from_buffer(event).value == 2
`;

/** Resolves once a key has repeated that is down already or goes down in `press`. */
async function untilRepeated(display: string, press: () => Promise<void> = async () => {}): Promise<void> {
  const observer = spawn('python3', ['-c', UNTIL_REPEATED], {
    env: onX(display),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(observer, 'exit');
  await once(observer.stdout, 'data');
  await press();
  assert.deepEqual(await exited, [0, null]);
}

describe('the keyboard-mouse driver on X11', () => {
  const { x, withKeys } = useXServer();

  realTest(X_PROGRAMS, 'reports ctrl+shift+F5 with HID usages, types and names', () =>
    withKeys(async (hardware) => {
      const capture = await hardware.shortcuts.start();
      const changes = changesOf(capture);
      await x().xdotool('key', 'ctrl+shift+F5');
      assert.deepEqual(await capture.completed, [
        { type: 2, code: 0xe0, name: 'ctrl' },
        { type: 2, code: 0xe1, name: 'shift' },
        { type: 0, code: 0x3e, name: 'f5' },
      ]);
      assert.deepEqual(changes, ['ctrl', 'ctrl+shift', 'ctrl+shift+f5']);
      await capture.stop();
    }),
  );

  realTest(
    X_PROGRAMS,
    'reports mouse buttons by their HID numbers, although X numbers them differently',
    () =>
      withKeys(async (hardware) => {
        const capture = await hardware.shortcuts.start();
        const heard: number[][] = [];
        capture.on('change', (shortcut) => heard.push(shortcut.flatMap(({ type, code }) => [type, code])));
        // X: 1 left, 2 middle, 3 right, 4 to 7 the wheel, 8 and 9 the thumb's.
        for (const button of ['1', '2', '3', '4', '5', '8', '9', '10']) await x().xdotool('click', button);
        await eventually(() => heard.length >= 6);
        assert.deepEqual(heard, [
          [1, 1],
          [1, 3],
          [1, 2],
          [1, 4],
          [1, 5],
          [1, 6],
        ]);
        await capture.stop();
      }),
  );

  realTest(X_PROGRAMS, 'reports every key of the table with its code and name, and keys that it lacks', () =>
    withKeys(async (hardware) => {
      const rows = KEY_TABLE.filter(({ evdev }) => evdev !== null);
      const capture = await hardware.shortcuts.start();
      const heard: unknown[] = [];
      capture.on('change', (shortcut) => heard.push(shortcut.at(-1)));
      await x().xdotool('key', '--delay', '0', ...[...rows.map(({ evdev }) => evdev ?? 0), 240].map(xKey));
      await eventually(() => heard.length > rows.length);
      assert.deepEqual(heard, [
        // The layout names the key beside the left shift, which US keyboards lack.
        ...rows.map(({ usage }) => ({ ...keyOfUsage(usage), ...(usage === 0x64 && { name: '<' }) })),
        { type: 0, code: 0xff00f0, name: 'unknown key 240' },
      ]);
      await capture.stop();
    }),
  );

  realTest([...X_PROGRAMS, 'python3'], 'reports a key once that is down for long', () =>
    withKeys(async (hardware) => {
      const capture = await hardware.shortcuts.start();
      const changes = changesOf(capture);
      await untilRepeated(x().display, () => x().xdotool('keydown', 'a'));
      await x().xdotool('keyup', 'a');
      assert.equal((await capture.completed).length, 1);
      assert.deepEqual(changes, ['a']);
      await capture.stop();
    }),
  );

  realTest(
    [...X_PROGRAMS, 'python3'],
    'adds a modifier that is down at START to the next key, but no key that repeats',
    () =>
      withKeys(async (hardware) => {
        for (const key of ['ctrl', 'a']) await x().xdotool('keydown', key);
        const first = await hardware.shortcuts.start();
        const second = await hardware.shortcuts.start();
        const heard = [changesOf(first), changesOf(second)];
        await untilRepeated(x().display);
        await x().xdotool('keydown', 'b');
        for (const key of ['a', 'b', 'ctrl']) await x().xdotool('keyup', key);
        await Promise.all([first.completed, second.completed]);
        assert.deepEqual(heard, [['ctrl+b'], ['ctrl+b']]);
        await Promise.all([first.stop(), second.stop()]);
      }),
  );

  realTest(X_PROGRAMS, 'reports no key from before START or after STOP', () =>
    withKeys(async (hardware) => {
      assert.deepEqual(driverPids('keyboard-mouse'), []);
      const first = await hardware.shortcuts.start();
      const before = changesOf(first);
      await first.stop();
      await x().xdotool('key', 'a', 'b', 'c');
      const second = await hardware.shortcuts.start();
      const after = changesOf(second);
      await x().xdotool('key', 'd');
      await second.completed;
      assert.deepEqual([before, after], [[], ['d']]);
      await second.stop();
    }),
  );

  realTest(
    X_PROGRAMS,
    'captures for two applications at the same time, and stops listening after the last',
    () =>
      withKeys(async (hardware) => {
        const [one, other] = await Promise.all([hardware.shortcuts.start(), hardware.shortcuts.start()]);
        const [first, second] = [changesOf(one), changesOf(other)];
        await x().xdotool('key', 'a');
        await Promise.all([one.completed, other.completed]);
        await one.stop();
        await x().xdotool('key', 'b');
        await eventually(() => second.length === 2);
        await other.stop();
        assert.deepEqual([first, second], [['a'], ['a', 'b']]);
      }),
  );

  realTest(
    [...X_PROGRAMS, 'setxkbmap', 'python3', XKB_LIBRARY],
    'names keys by the layout of the display',
    async () => {
      const own = await startXServer();
      try {
        await promisify(execFile)('setxkbmap', [
          '-display',
          own.display,
          'us,de',
          '-option',
          'grp:menu_toggle',
        ]);
        await withHardware(onX(own.display), async (hardware) => {
          const names: string[] = [];
          const pressY = async (): Promise<void> => {
            const capture = await hardware.shortcuts.start();
            await own.xdotool('key', xKey(21));
            const [key] = await capture.completed;
            assert.deepEqual([key?.type, key?.code], [0, 0x1c]);
            names.push(key?.name ?? '');
            await capture.stop();
          };
          await pressY();
          // A person who switches from the first of two layouts to the second, then one who sets another.
          await promisify(execFile)('python3', ['-c', SECOND_LAYOUT], { env: onX(own.display) });
          await pressY();
          await promisify(execFile)('setxkbmap', ['-display', own.display, 'gr']);
          await pressY();
          assert.deepEqual(names, ['y', 'z', 'υ']);
        });
      } finally {
        await own.stop();
      }
    },
  );

  realTest(
    [...X_PROGRAMS, ...BED_PROGRAMS],
    'continues through evdev when the X server ends in the middle of a capture',
    async () => {
      const own = await startXServer();
      const bed = await InputBed.make();
      try {
        const keyboard = bed.plug('Keyboard', KEYBOARD_KEYS);
        const environment = { ...onX(own.display), ...bed.environment };
        await withHardware(environment, async (hardware) => {
          const capture = await hardware.shortcuts.start();
          const changes = changesOf(capture);
          await own.xdotool('key', 'a');
          // The driver reads no key that the X server still had for it when it ended.
          await eventually(() => changes.includes('a'));
          const first = driverPids('keyboard-mouse');
          await own.stop();
          await eventually(
            () => driverPids('keyboard-mouse').length === 1 && driverPids('keyboard-mouse')[0] !== first[0],
          );
          keyboard.press(48);
          await eventually(() => changes.includes('b'));
          assert.deepEqual(changes, ['a', 'b']);
          await capture.stop();
        });
      } finally {
        await bed[Symbol.asyncDispose]();
        await own.stop();
      }
    },
  );
});
