import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import Type from 'typebox';
import type { Unavailability } from '#guildhall/hardware/drivers.js';
import { driverContract } from '#guildhall/hardware/host/contract.js';
import { DriverHost } from '#guildhall/hardware/host/driver-host.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { MockHostLauncher } from '../mocks/mock-host-process.js';
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

const SEGFAULT = { signal: 'SIGSEGV', code: null, stderrTail: '' };

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
    launcher.latest.emitFrame({ type: 'ready' });
    await settle();
    assert.equal(host.status().state, 'running');
    launcher.latest.reply(7);
    assert.equal(await counted, 7);
    await clock.advance(4999);
    assert.equal(launcher.alive, 1);
    await clock.advance(1);
    assert.equal(launcher.alive, 0);
    assert.equal(host.status().state, 'idle');
    assert.equal(clock.timers, 0);
  });

  test('shares one process between all callers', async () => {
    const { launcher, clock, host } = setUp();
    const [one, other] = [host.need(), host.need()];
    launcher.latest.emitFrame({ type: 'ready' });
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

  test('restarts a crashed process, reports the reason meanwhile, and repeats the request', async () => {
    const { launcher, clock, host } = setUp();
    const counted = host.request('count');
    launcher.latest.emitFrame({ type: 'ready' });
    await settle();
    launcher.latest.exit(SEGFAULT);
    assert.deepEqual(host.status(), {
      name: 'audio',
      state: 'failed',
      reason: 'it died of SIGSEGV',
      hint: null,
    });
    await clock.advance(50);
    assert.equal(launcher.launched.length, 2);
    launcher.latest.emitFrame({ type: 'ready' });
    await settle();
    launcher.latest.reply(2);
    assert.equal(await counted, 2);
    assert.equal(host.status().reason, null);
  });

  test('rejects waiting callers after repeated crashes, with growing pauses between restarts', async () => {
    const { launcher, clock, host } = setUp();
    host.need();
    const counted = assert.rejects(host.request('count'), {
      name: 'DriverUnavailableError',
      reason: /SIGSEGV/,
    });
    const launches: number[] = [];
    for (let death = 0; death < 8; death += 1) {
      launches.push(clock.now());
      launcher.latest.exit(SEGFAULT);
      const before = launcher.launched.length;
      while (launcher.launched.length === before) await clock.advance(10);
    }
    await counted;
    const waits = launches.slice(1).map((at, index) => at - (launches[index] ?? 0));
    assert.deepEqual(waits, [50, 100, 200, 400, 800, 1600, 3200]);
  });

  test('resets the back-off after a healthy run', async () => {
    const { launcher, clock, host } = setUp();
    host.need();
    for (let death = 0; death < 6; death += 1) {
      launcher.latest.emitFrame({ type: 'ready' });
      await clock.advance(1500);
      launcher.latest.exit(SEGFAULT);
      await clock.advance(50);
      assert.equal(launcher.alive, 1);
    }
  });

  test('kills a process that stops answering, and starts another', async () => {
    const { launcher, clock, host } = setUp();
    host.need();
    launcher.latest.emitFrame({ type: 'ready' });
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
    launcher.latest.emitFrame({ type: 'ready' });
    await clock.advance(15_000);
    assert.match(host.status().reason ?? '', /did not answer count/);
    await clock.advance(50);
    launcher.latest.emitFrame({ type: 'ready' });
    await settle();
    launcher.latest.reply(3);
    assert.equal(await counted, 3);
  });

  test('reports what the machine lacks, and retries for the next caller', async () => {
    const { launcher, clock, host } = setUp();
    const lacking = { reason: 'libasound.so.2 is missing', hint: 'apt install libasound2' };
    const refused = assert.rejects(host.request('count'), { name: 'DriverUnavailableError', ...lacking });
    launcher.latest.emitFrame({ type: 'unavailable', ...lacking });
    await refused;
    assert.deepEqual(host.status(), { name: 'audio', state: 'unavailable', ...lacking });
    await clock.advance(120_000);
    assert.equal(launcher.launched.length, 1);
    const counted = host.request('count');
    assert.equal(launcher.launched.length, 2);
    launcher.latest.emitFrame({ type: 'ready' });
    await settle();
    launcher.latest.reply(1);
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
    launcher.latest.emitFrame({ type: 'ready' });
    for (const noise of [null, 'x', { type: 'event' }, { type: 'reply', id: 99, value: 1 }]) {
      launcher.latest.emitRaw(noise);
    }
    launcher.latest.emitFrame({ type: 'event', name: 'tick', value: 'one' });
    launcher.latest.emitFrame({ type: 'event', name: 'tock', value: 1 });
    launcher.latest.emitFrame({ type: 'event', name: 'tick', value: 2 });
    await settle();
    launcher.latest.reply('many');
    await counted;
    assert.deepEqual(ticks, [2]);
  });

  test('passes on the rejection of one request and keeps running', async () => {
    const { launcher, host } = setUp();
    const refused = assert.rejects(host.request('count'), {
      name: 'DriverRequestError',
      message: 'not today',
    });
    launcher.latest.emitFrame({ type: 'ready' });
    await settle();
    launcher.latest.emitFrame({ type: 'refused', id: 1, message: 'not today' });
    await refused;
    assert.equal(host.status().state, 'running');
  });

  test('counts a crash of an unneeded driver as idle', async () => {
    const { launcher, clock, host } = setUp();
    const release = host.need();
    launcher.latest.emitFrame({ type: 'ready' });
    await clock.advance(10);
    release();
    launcher.latest.exit(SEGFAULT);
    await clock.advance(60_000);
    assert.deepEqual([host.status().state, launcher.launched.length, clock.timers], ['idle', 1, 0]);
  });

  test('ends its process when it is stopped, rejects waiting callers, and starts no other', async () => {
    const { launcher, clock, host } = setUp();
    const waiting = assert.rejects(host.request('count'), { name: 'DriverUnavailableError' });
    await host.stop();
    await waiting;
    await assert.rejects(host.request('count'), { reason: 'the daemon is stopping' });
    await clock.advance(60_000);
    assert.deepEqual([launcher.alive, launcher.launched.length, clock.timers], [0, 1, 0]);
  });

  test('sends requestIfRunning only to a running driver', async () => {
    const { launcher, host } = setUp();
    assert.equal(await host.requestIfRunning('count'), null);
    assert.equal(launcher.launched.length, 0);
    host.need();
    launcher.latest.emitFrame({ type: 'ready' });
    const counted = host.requestIfRunning('count');
    launcher.latest.exit(SEGFAULT);
    assert.equal(await counted, null);
  });
});

describe('a driver that lacks something', () => {
  test('is started at once when that returns, as long as it is needed', async () => {
    const launcher = new MockHostLauncher();
    const clock = new ManualClock();
    const watches: { returned(): void; isOver: boolean }[] = [];
    const host = new DriverHost(CONTRACT, {
      ...{ launcher, clock, log: silentLogger, precondition: () => null },
      awaitReturn: (returned) => {
        const watch = { returned, isOver: false };
        watches.push(watch);
        return () => {
          watch.isOver = true;
        };
      },
    });
    const release = host.need();
    const lack = () => {
      launcher.latest.emitFrame({ type: 'unavailable', reason: 'no display', hint: null });
      launcher.latest.exit(SEGFAULT);
    };
    lack();
    await clock.advance(2_000);
    lack();
    assert.equal(launcher.launched.length, 2);
    assert.deepEqual([watches.length, host.status().reason], [1, 'no display']);
    watches[0]?.returned();
    assert.equal(launcher.launched.length, 3);
    // It starts already.
    watches[0]?.returned();
    assert.equal(launcher.launched.length, 3);
    launcher.latest.emitFrame({ type: 'ready' });
    assert.deepEqual([watches[0]?.isOver, host.status().state], [true, 'running']);
    launcher.latest.exit(SEGFAULT);
    await clock.advance(50);
    lack();
    assert.equal(watches.length, 2);
    release();
    assert.equal(watches[1]?.isOver, true);
    await host.stop();
  });
});
