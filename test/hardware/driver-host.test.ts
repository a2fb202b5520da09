import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import Type from 'typebox';
import type { Unavailability } from '#guildhall/hardware/drivers.js';
import { driverContract } from '#guildhall/hardware/host/contract.js';
import { DriverHost } from '#guildhall/hardware/host/driver-host.js';
import { MockHostLauncher } from '#guildhall/hardware/host/mock-host-process.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { ManualClock, settle } from './support/manual-clock.js';

const CONTRACT = driverContract({
  name: 'audio',
  requests: { count: Type.Integer() },
  events: { tick: Type.Integer() },
  patienceMs: 1000,
  graceMs: 5000,
});

function setUp(precondition: () => Unavailability | null = () => null) {
  const launcher = new MockHostLauncher();
  const clock = new ManualClock();
  const host = new DriverHost(CONTRACT, { launcher, clock, log: silentLogger, precondition });
  return { launcher, clock, host };
}

const SEGFAULT = { signal: 'SIGSEGV', code: null, lastWords: '' };

describe('a driver host', () => {
  test('has no process and no timer until it is needed', () => {
    const { launcher, clock, host } = setUp();
    assert.deepEqual(host.status(), { name: 'audio', state: 'idle', reason: null, hint: null });
    assert.equal(launcher.launched.length, 0);
    assert.equal(clock.timers, 0);
  });

  test('starts its process for a request and ends it when it has been idle for the grace time', async () => {
    const { launcher, clock, host } = setUp();
    const counted = host.request('count');
    assert.equal(host.status().state, 'starting');
    launcher.latest.says({ type: 'ready' });
    await settle();
    assert.equal(host.status().state, 'running');
    launcher.latest.replies(7);
    assert.equal(await counted, 7);
    await clock.advance(4999);
    assert.equal(launcher.alive, 1);
    await clock.advance(1);
    assert.equal(launcher.alive, 0);
    assert.equal(host.status().state, 'idle');
    assert.equal(clock.timers, 0);
  });

  test('keeps one process for everybody who needs it', async () => {
    const { launcher, clock, host } = setUp();
    const [one, other] = [host.need(), host.need()];
    launcher.latest.says({ type: 'ready' });
    one();
    one();
    await clock.advance(60_000);
    assert.equal(launcher.alive, 1);
    other();
    await clock.advance(4000);
    host.need();
    await clock.advance(60_000);
    assert.deepEqual([launcher.alive, launcher.launched.length], [1, 1]);
  });

  test('starts its process again when it dies, tells the reason meanwhile, and asks again', async () => {
    const { launcher, clock, host } = setUp();
    const counted = host.request('count');
    launcher.latest.says({ type: 'ready' });
    await settle();
    launcher.latest.ends(SEGFAULT);
    assert.deepEqual(host.status(), {
      name: 'audio',
      state: 'failed',
      reason: 'it died of SIGSEGV',
      hint: null,
    });
    await clock.advance(50);
    assert.equal(launcher.launched.length, 2);
    launcher.latest.says({ type: 'ready' });
    await settle();
    launcher.latest.replies(2);
    assert.equal(await counted, 2);
    assert.equal(host.status().reason, null);
  });

  test('tells those who wait when it dies again and again, and tries less and less often', async () => {
    const { launcher, clock, host } = setUp();
    host.need();
    const counted = assert.rejects(host.request('count'), {
      name: 'DriverUnavailableError',
      reason: /SIGSEGV/,
    });
    const launches: number[] = [];
    for (let death = 0; death < 8; death += 1) {
      launches.push(clock.now());
      launcher.latest.ends(SEGFAULT);
      const before = launcher.launched.length;
      while (launcher.launched.length === before) await clock.advance(10);
    }
    await counted;
    const waits = launches.slice(1).map((at, index) => at - (launches[index] ?? 0));
    assert.deepEqual(waits, [50, 100, 200, 400, 800, 1600, 3200]);
  });

  test('forgives earlier deaths after a while of health', async () => {
    const { launcher, clock, host } = setUp();
    host.need();
    for (let death = 0; death < 6; death += 1) {
      launcher.latest.says({ type: 'ready' });
      await clock.advance(1500);
      launcher.latest.ends(SEGFAULT);
      await clock.advance(50);
      assert.equal(launcher.alive, 1);
    }
  });

  test('kills a process that stops answering, and starts another', async () => {
    const { launcher, clock, host } = setUp();
    host.need();
    launcher.latest.says({ type: 'ready' });
    await clock.advance(10_000);
    assert.equal(launcher.launched.length, 1);
    launcher.latest.responsive = false;
    await clock.advance(1250);
    assert.equal(launcher.alive, 0);
    assert.match(host.status().reason ?? '', /stopped responding/);
    await clock.advance(50);
    assert.equal(launcher.alive, 1);
  });

  test('kills a process that never becomes ready or never answers a request', async () => {
    const { launcher, clock, host } = setUp();
    const counted = host.request('count');
    await clock.advance(15_000);
    assert.match(host.status().reason ?? '', /did not start in time/);
    await clock.advance(50);
    launcher.latest.says({ type: 'ready' });
    await clock.advance(15_000);
    assert.match(host.status().reason ?? '', /did not answer count/);
    await clock.advance(50);
    launcher.latest.says({ type: 'ready' });
    await settle();
    launcher.latest.replies(3);
    assert.equal(await counted, 3);
  });

  test('tells what the machine lacks, and tries again for whoever asks next', async () => {
    const { launcher, clock, host } = setUp();
    const lacking = { reason: 'libasound.so.2 is missing', hint: 'apt install libasound2' };
    const refused = assert.rejects(host.request('count'), { name: 'DriverUnavailableError', ...lacking });
    launcher.latest.says({ type: 'unavailable', ...lacking });
    await refused;
    assert.deepEqual(host.status(), { name: 'audio', state: 'unavailable', ...lacking });
    await clock.advance(120_000);
    assert.equal(launcher.launched.length, 1);
    const counted = host.request('count');
    assert.equal(launcher.launched.length, 2);
    launcher.latest.says({ type: 'ready' });
    await settle();
    launcher.latest.replies(1);
    await counted;
    assert.equal(host.status().state, 'running');
  });

  test('starts nothing while it is known to lack something', async () => {
    const { launcher, host } = setUp(() => ({ reason: 'no DISPLAY', hint: 'set DISPLAY' }));
    await assert.rejects(host.request('count'), { name: 'DriverUnavailableError', reason: 'no DISPLAY' });
    assert.equal((await host.check()).state, 'unavailable');
    assert.equal(launcher.launched.length, 0);
  });

  test('passes on events and replies of its contract, and nothing else', async () => {
    const { launcher, host } = setUp();
    const ticks: number[] = [];
    host.events.on('tick', (tick) => ticks.push(tick));
    const counted = assert.rejects(host.request('count'), { name: 'DriverRequestError' });
    launcher.latest.says({ type: 'ready' });
    for (const noise of [null, 'x', { type: 'event' }, { type: 'reply', id: 99, value: 1 }]) {
      launcher.latest.babbles(noise);
    }
    launcher.latest.says({ type: 'event', name: 'tick', value: 'one' });
    launcher.latest.says({ type: 'event', name: 'tock', value: 1 });
    launcher.latest.says({ type: 'event', name: 'tick', value: 2 });
    await settle();
    launcher.latest.replies('many');
    await counted;
    assert.deepEqual(ticks, [2]);
  });

  test('hands on a refusal of one request and goes on', async () => {
    const { launcher, host } = setUp();
    const refused = assert.rejects(host.request('count'), {
      name: 'DriverRequestError',
      message: 'not today',
    });
    launcher.latest.says({ type: 'ready' });
    await settle();
    launcher.latest.says({ type: 'refused', id: 1, message: 'not today' });
    await refused;
    assert.equal(host.status().state, 'running');
  });

  test('counts as idle when it dies while nobody needs it', async () => {
    const { launcher, clock, host } = setUp();
    const release = host.need();
    launcher.latest.says({ type: 'ready' });
    await clock.advance(10);
    release();
    launcher.latest.ends(SEGFAULT);
    await clock.advance(60_000);
    assert.deepEqual([host.status().state, launcher.launched.length, clock.timers], ['idle', 1, 0]);
  });

  test('ends its process when it is stopped, tells those who wait, and starts none again', async () => {
    const { launcher, clock, host } = setUp();
    const waiting = assert.rejects(host.request('count'), { name: 'DriverUnavailableError' });
    await host.stop();
    await waiting;
    await assert.rejects(host.request('count'), { reason: 'the daemon is stopping' });
    await clock.advance(60_000);
    assert.deepEqual([launcher.alive, launcher.launched.length, clock.timers], [0, 1, 0]);
  });

  test('asks only a running driver if told to start none', async () => {
    const { launcher, host } = setUp();
    assert.equal(await host.requestIfRunning('count'), null);
    assert.equal(launcher.launched.length, 0);
    host.need();
    launcher.latest.says({ type: 'ready' });
    const counted = host.requestIfRunning('count');
    launcher.latest.ends(SEGFAULT);
    assert.equal(await counted, null);
  });
});
