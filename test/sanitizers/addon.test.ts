import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  BED_PROGRAMS,
  type BedDevice,
  InputBed,
  KEYBOARD_KEYS,
  MOUSE_KEYS,
} from '../hardware/support/input-bed.js';
import { ABS, XPAD } from '../hardware/support/pads.js';
import { realTest } from '../hardware/support/programs.js';
import { SoundServer } from '../hardware/support/sound-server.js';
import { startXServer } from '../hardware/support/x-server.js';
import { reportsOf } from './reports.js';

const EXERCISE = fileURLToPath(new URL('./exercise.js', import.meta.url));
/** Of linux/input-event-codes.h. */
const BTN_LEFT = 0x110;
const {
  GUILDHALL_SANITIZED_ADDON: addon,
  GUILDHALL_ASAN: library,
  GUILDHALL_SANITIZER_ROUNDS: rounds,
} = process.env;

test('without display, sound or input devices the addon leaks nothing and breaks no rule', async () => {
  await exercise({ ...process.env, DISPLAY: '', PULSE_SERVER: 'unix:/nonexistent/pulse' });
});

realTest(
  ['Xvfb', 'pulseaudio', 'pactl'],
  'with a display and a sound server the addon leaks nothing and breaks no rule',
  async () => {
    const sound = await SoundServer.create();
    const display = await startXServer();
    try {
      await sound.start();
      await sound.pactl('load-module', 'module-null-sink', 'sink_name=speakers');
      await sound.pactl('load-module', 'module-null-source', 'source_name=mic');
      await exercise({ ...sound.environment, DISPLAY: display.display });
    } finally {
      await display.stop();
      await sound.remove();
    }
  },
);

realTest(
  BED_PROGRAMS,
  'with input devices that come and go the addon leaks nothing and breaks no rule',
  async () => {
    const bed = await InputBed.make(XPAD);
    const keyboard = bed.plug('Keyboard', KEYBOARD_KEYS);
    const pad = bed.plugPad(XPAD);
    let mouse: BedDevice | null = null;
    let code = 0;
    const use = (): void => {
      code = (code + 1) % 128;
      for (const value of [1, 2, 0] as const) keyboard.key(code, value);
      pad.move(ABS.X, code);
      mouse?.unplug();
      mouse = mouse === null ? bed.plug('Mouse', MOUSE_KEYS) : null;
      mouse?.press(BTN_LEFT);
    };
    const timer = setInterval(use, 20);
    try {
      const heard = await exercise({
        ...process.env,
        DISPLAY: '',
        PULSE_SERVER: 'unix:/nonexistent/pulse',
        ...bed.environment,
      });
      assert.ok(heard > 0, 'not one key was heard');
    } finally {
      clearInterval(timer);
      await bed[Symbol.asyncDispose]();
    }
  },
);

/** Runs the exercises in a process under the sanitizers. @returns how many keys and buttons it heard */
async function exercise(environment: NodeJS.ProcessEnv): Promise<number> {
  assert.ok(addon && library && rounds, 'this is started by: npm run test:sanitizers');
  const preloaded = [library, environment.LD_PRELOAD ?? ''].join(' ');
  const child = spawn(process.execPath, [EXERCISE, addon, rounds], {
    // Stacks by frame pointers end where a library has none, and our code would not be seen behind it.
    env: { ...environment, LD_PRELOAD: preloaded, ASAN_OPTIONS: 'detect_leaks=1:fast_unwind_on_malloc=0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  assert.deepEqual(reportsOf(stderr), []);
  assert.match(stdout, /^\d+\n$/, stderr);
  return Number(stdout);
}
