import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { realTest } from '../hardware/support/programs.js';
import { SoundServer } from '../hardware/support/sound-server.js';
import { startXServer } from '../hardware/support/x-server.js';
import { reportsOf } from './reports.js';

const EXERCISE = fileURLToPath(new URL('./exercise.js', import.meta.url));
const {
  GUILDHALL_SANITIZED_ADDON: addon,
  GUILDHALL_ASAN: library,
  GUILDHALL_SANITIZER_ROUNDS: rounds,
} = process.env;

test('without display, sound or input devices the addon leaks nothing and breaks no rule', () =>
  exercise({ ...process.env, DISPLAY: '', PULSE_SERVER: 'unix:/nonexistent/pulse' }));

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

/** Runs the exercises in a process under the sanitizers. */
async function exercise(environment: NodeJS.ProcessEnv): Promise<void> {
  assert.ok(addon && library && rounds, 'this is started by: npm run test:sanitizers');
  const child = spawn(process.execPath, [EXERCISE, addon, rounds], {
    // Stacks by frame pointers end where a library has none, and our code would not be seen behind it.
    env: { ...environment, LD_PRELOAD: library, ASAN_OPTIONS: 'detect_leaks=1:fast_unwind_on_malloc=0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  assert.deepEqual(reportsOf(stderr), []);
  assert.equal(stdout, 'done\n', stderr);
}
