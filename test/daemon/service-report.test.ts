import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { ServiceReport } from '#guildhall/daemon/process/service-report.js';
import { ManualClock } from '../hardware/support/manual-clock.js';
import { driverPids } from '../hardware/support/processes.js';
import { realTest } from '../hardware/support/programs.js';
import { type DaemonSettings, TestDaemon } from '../helpers/daemon.js';
import { eventually } from '../helpers/eventually.js';
import { TestServiceManager } from '../helpers/service-manager.js';

/** It is fed three times in this time, which is shorter than a block of the event loop. */
const WATCHDOG_MS = 900;

const preload = `--import=${new URL('./support/block-on-signal.js', import.meta.url).href}`;

/** A report to a notifier that keeps what it is given. */
function startReport(describe: () => string, watchdogMs: number | null) {
  const clock = new ManualClock();
  const messages: string[] = [];
  const report = ServiceReport.start({
    notifier: {
      watchdogMs,
      notifyStarting: () => assert.fail(),
      notifyReady: (status) => messages.push(`ready: ${status}`),
      notifyAlive: (status) => messages.push(`alive: ${status}`),
      notifyStopping: (ms) => messages.push(`stopping within ${ms} ms`),
    },
    describe,
    stopMs: 7000,
    clock,
  });
  return { clock, messages, report };
}

test('a service reports thrice per period of the watchdog, and its status when it changes', async () => {
  let connected = 0;
  const { clock, messages, report } = startReport(() => `${connected} connected`, 30_000);
  await clock.advance(10_000);
  connected = 1;
  await clock.advance(20_000);
  await report.stop();
  await clock.advance(30_000);
  await report.stop();
  assert.deepEqual(messages, [
    'ready: 0 connected',
    'alive: null',
    'alive: 1 connected',
    'alive: null',
    'stopping within 7000 ms',
  ]);
  assert.equal(clock.timers, 0);
});

test('without a watchdog the status is updated all the same', async () => {
  const { clock, messages } = startReport(() => 'serving', null);
  await clock.advance(10_000);
  assert.deepEqual(messages, ['ready: serving', 'alive: null']);
});

/** Runs a daemon under a service manager with a watchdog. */
async function withWatchedDaemon(
  settings: DaemonSettings,
  run: (daemon: TestDaemon, manager: TestServiceManager) => Promise<void>,
): Promise<void> {
  const NOTIFY_SOCKET = `@guildhall-${randomUUID()}`;
  const manager = await TestServiceManager.start(NOTIFY_SOCKET);
  const environment = { NOTIFY_SOCKET, WATCHDOG_USEC: String(WATCHDOG_MS * 1000), ...settings.environment };
  try {
    const daemon = await TestDaemon.start({ ...settings, environment });
    try {
      await run(daemon, manager);
    } finally {
      await daemon.stop();
    }
  } finally {
    manager.stop();
  }
}

const isFed = (message: string) => message.startsWith('WATCHDOG=1');

realTest(['perl'], 'a blocked event loop does not feed the watchdog', () =>
  withWatchedDaemon({ environment: { NODE_OPTIONS: preload } }, async (daemon, manager) => {
    const { port } = daemon.runtime.rpc;
    await eventually(() => manager.messages.some(isFed));
    const [ready = ''] = manager.messages;
    assert.match(
      ready,
      new RegExp(`^READY=1\\nSTATUS=RPC 127\\.0\\.0\\.1:${port} \\(0 applications connected\\)`),
    );
    daemon.process.kill('SIGUSR2');
    const { messages } = manager;
    await eventually(() => messages.includes('RELEASED'));
    const [blocked, released] = [messages.indexOf('BLOCKED'), messages.indexOf('RELEASED')];
    await eventually(() => messages.slice(released).some(isFed));
    assert.deepEqual(messages.slice(blocked, released + 1), ['BLOCKED', 'RELEASED']);
    await daemon.end('SIGTERM');
    await eventually(() => manager.messages.at(-1)?.startsWith('STOPPING=1'));
  }),
);

realTest(
  ['perl'],
  'a driver knows nothing of the service manager, and one that hangs does not stop the watchdog',
  () =>
    withWatchedDaemon({}, async (daemon, manager) => {
      const devices = daemon.cli('devices');
      const [pid] = await eventually(() => {
        const pids = driverPids('hid', daemon.process.pid);
        return pids.length > 0 && pids;
      });
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8');
      assert.doesNotMatch(environment, /NOTIFY_SOCKET|WATCHDOG_/);
      process.kill(pid ?? 0, 'SIGSTOP');
      const before = manager.messages.filter(isFed).length;
      await eventually(() => manager.messages.filter(isFed).length > before + 4);
      process.kill(pid ?? 0, 'SIGCONT');
      await devices;
    }),
);
