import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isMainThread, Worker } from 'node:worker_threads';
import { exercisesOf, type SanitizedAddon } from './exercises.js';

// exercise.js ADDON ROUNDS: a process that uses everything the addon has, over and over. Prints how many keys and
// buttons it heard at its end; what the sanitizers have to say stands on stderr.

/** The descriptors or the threads of this process. */
type Held = 'fd' | 'task';
/** Longer than a thread takes to begin or to end, in milliseconds. */
const A_WHILE = 100;

const [, , path = '', rounds] = process.argv;
const addon = createRequire(import.meta.url)(path) as SanitizedAddon;

if (isMainThread) {
  let heard = 0;
  const count = () => {
    heard += 1;
  };
  const exercises = exercisesOf(addon, () => setTimeout(A_WHILE), count);
  const round = async () => {
    for (const exercise of Object.values(exercises)) await exercise();
  };
  // The first one opens what stays open: libraries, the threads of Node's pool.
  await round();
  const before = [held('fd'), held('task')];
  for (let done = 0; done < Number(rounds); done += 1) await round();
  await setTimeout(A_WHILE);
  assert.deepEqual([held('fd'), held('task')], before, 'no descriptor and no thread is left open');
  await once(new Worker(fileURLToPath(import.meta.url), { argv: [path, rounds] }), 'exit');
  process.stdout.write(`${heard}\n`);
} else {
  // A thread that ends while it listens: its environment's clean-up is what stops the listeners.
  new addon.audioEndpoints.Watcher(() => {});
  new addon.evdev.KeyListener(
    () => {},
    () => {},
  );
  new addon.gamepads.Listener(new addon.gamepads.Mappings(''), () => {});
  // Calls are on their way when it ends: this thread cannot make them meanwhile.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5 * A_WHILE);
  process.exit();
}

function held(what: Held): number {
  return readdirSync(`/proc/self/${what}`).length;
}
