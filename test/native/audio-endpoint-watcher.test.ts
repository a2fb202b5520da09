// own process: it counts the threads of its process
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, test } from 'node:test';
import {
  type AudioEndpointsBinding,
  loadAudioEndpoints,
} from '#guildhall/platform/native/audio-endpoints.js';
import { eventually } from '../helpers/eventually.js';

const threads = () => readdirSync('/proc/self/task').length;

function requireBinding(): AudioEndpointsBinding {
  const { binding } = loadAudioEndpoints();
  assert.ok(binding);
  return binding;
}

afterEach(() => {
  delete process.env.PULSE_SERVER;
});

test('watching the sound service ends with its thread, where there is none and where it never answers', async () => {
  const silent = join(tmpdir(), `guildhall-silent-${process.pid}`);
  const sockets = new Set<{ destroy(): void }>();
  const server = createServer((socket) => sockets.add(socket)).listen(silent);
  const { Watcher } = requireBinding();
  const before = threads();
  for (const address of [`unix:${silent}.none`, `unix:${silent}`]) {
    process.env.PULSE_SERVER = address;
    const watchers = Array.from({ length: 20 }, () => new Watcher(() => assert.fail('nothing changed')));
    assert.equal(threads(), before + watchers.length);
    // Some are stopped at once, some while they wait for an answer.
    for (const watcher of watchers.slice(10)) watcher.stop();
    if (address === `unix:${silent}`) await eventually(() => sockets.size >= 10);
    for (const watcher of watchers) watcher.stop();
    // The kernel lists a thread for a moment after it was joined.
    await eventually(() => threads() === before, {
      describe: () => `${threads() - before} threads are left`,
    });
  }
  for (const socket of sockets) socket.destroy();
  server.close();
});

test('the watcher accepts only a function', () => {
  const { Watcher } = requireBinding();
  for (const wrong of [undefined, null, 'now', {}]) {
    assert.throws(() => Reflect.construct(Watcher, [wrong]), TypeError);
  }
});
