import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openClusterOptions } from '#guildhall/daemon/open-cluster-options.js';
import { systemClock } from '#guildhall/platform/clock.js';
import { Lifecycle } from '#guildhall/platform/lifecycle.js';
import { createLogger } from '#guildhall/platform/log.js';

test('a node without a bus is not connected to others, and its log says so', async () => {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line) => void lines.push(line) });
  const lifecycle = new Lifecycle(log);
  const files = { busPasswordFile: null, busCaFile: null, busCertificate: null, busKey: null };
  const configuration = { store: 'postgres://db', node: 'a', bus: null, ...files };
  const options = await openClusterOptions(configuration, { clock: systemClock, log }, lifecycle);
  assert.equal(options?.bus.isConnected, false);
  assert.deepEqual(
    lines.map((line) => Object(JSON.parse(line)).msg),
    ['started without a bus; only guilds that no other node owns are served'],
  );
  await lifecycle.stop();
});
