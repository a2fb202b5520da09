import assert from 'node:assert/strict';
import { test } from 'node:test';
import Type from 'typebox';
import { driverContract } from '#guildhall/hardware/host/contract.js';
import { DriverHost } from '#guildhall/hardware/host/driver-host.js';
import { watchDriver } from '#guildhall/hardware/host/watch-driver.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { MockHostLauncher } from '../mocks/mock-host-process.js';
import { ManualClock } from './support/manual-clock.js';

const CONTRACT = driverContract({
  name: 'audio',
  requests: {},
  events: { changed: Type.Null() },
  patienceMs: 1000,
  graceMs: 5000,
});

test('a watched driver runs and reports every change, its crash and its return', async () => {
  const launcher = new MockHostLauncher();
  const clock = new ManualClock();
  const host = new DriverHost(CONTRACT, { launcher, clock, log: silentLogger, precondition: () => null });
  let told = 0;
  const stop = watchDriver(host, () => {
    told += 1;
  });
  assert.equal(launcher.alive, 1);
  launcher.latest.emitFrame({ type: 'ready' });
  assert.equal(told, 1);
  launcher.latest.emitFrame({ type: 'event', name: 'changed', value: null });
  assert.equal(told, 2);
  launcher.latest.exit({ signal: 'SIGSEGV', code: null, stderrTail: '' });
  assert.equal(told, 3);
  await clock.advance(1000);
  launcher.latest.emitFrame({ type: 'ready' });
  assert.equal(told, 4);
  stop();
  stop();
  launcher.latest.emitFrame({ type: 'event', name: 'changed', value: null });
  assert.equal(told, 4);
  await clock.advance(5000);
  assert.equal(launcher.alive, 0);
  assert.equal(clock.timers, 0);
});
