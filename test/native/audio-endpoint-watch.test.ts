import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, test } from 'node:test';
import { loadNativeAddon, type NativeAddon } from '#guildhall/platform/native.js';
import { eventually } from '../helpers/eventually.js';

const threads = () => readdirSync('/proc/self/task').length;

function addonOf(): NativeAddon {
  const { addon } = loadNativeAddon();
  assert.ok(addon);
  return addon;
}

afterEach(() => {
  delete process.env.PULSE_SERVER;
});

test('watching the sound service ends with its thread, where there is none and where it never answers', async () => {
  const silent = join(tmpdir(), `guildhall-silent-${process.pid}`);
  const sockets = new Set<{ destroy(): void }>();
  const server = createServer((socket) => sockets.add(socket)).listen(silent);
  const addon = addonOf();
  const before = threads();
  for (const address of [`unix:${silent}.none`, `unix:${silent}`]) {
    process.env.PULSE_SERVER = address;
    const stops = Array.from({ length: 20 }, () =>
      addon.watchAudioEndpoints(() => assert.fail('nothing changed')),
    );
    assert.equal(threads(), before + stops.length);
    // Some are stopped at once, some while they wait for an answer.
    for (const stop of stops.slice(10)) stop();
    if (address === `unix:${silent}`) await eventually(() => sockets.size >= 10);
    for (const stop of stops) stop();
    assert.equal(threads(), before);
  }
  for (const socket of sockets) socket.destroy();
  server.close();
});

test('watching wants a function', () => {
  const watch: (changed: never) => unknown = addonOf().watchAudioEndpoints;
  for (const wrong of [undefined, null, 'now', {}]) {
    assert.throws(() => watch(wrong as never), TypeError);
  }
});
