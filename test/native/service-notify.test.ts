import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { getSystemErrorName } from 'node:util';
import { createLogger, type Logger, silentLogger } from '#guildhall/platform/log.js';
import { loadServiceNotify } from '#guildhall/platform/native/service-notify.js';
import { createServiceNotifier, type ServiceNotifier } from '#guildhall/platform/processes/service-notify.js';
import { realTest } from '../hardware/support/programs.js';
import { eventually } from '../helpers/eventually.js';
import { TestServiceManager } from '../helpers/service-manager.js';

/** What a service manager at this address receives of a service that starts, runs and stops. */
async function messagesAt(socket: string): Promise<string[]> {
  const manager = await TestServiceManager.start(socket);
  try {
    const notifier = createServiceNotifier({ NOTIFY_SOCKET: socket }, process.pid, silentLogger);
    notifier?.notifyReady('serving\nMAINPID=1');
    notifier?.notifyAlive(null);
    notifier?.notifyAlive('busy');
    notifier?.notifyStopping(7000);
    await eventually(() => manager.messages.length === MESSAGES.length);
    return manager.messages;
  } finally {
    manager.stop();
  }
}

/** A status with a line break does not become another field. */
const MESSAGES = [
  'READY=1\nSTATUS=serving MAINPID=1',
  'WATCHDOG=1',
  'WATCHDOG=1\nSTATUS=busy',
  'STOPPING=1\nSTATUS=shutting down\nEXTEND_TIMEOUT_USEC=7000000',
];

function connect(environment: NodeJS.ProcessEnv, log: Logger): ServiceNotifier {
  const notifier = createServiceNotifier(environment, process.pid, log);
  assert.ok(notifier);
  return notifier;
}

describe('the service notifier', () => {
  realTest(['perl'], 'sends its messages to a socket in the file system', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'guildhall-notify-'));
    try {
      assert.deepEqual(await messagesAt(join(folder, 'notify')), MESSAGES);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  realTest(['perl'], 'sends them to a socket in the abstract namespace', async () => {
    assert.deepEqual(await messagesAt(`@guildhall-${randomUUID()}`), MESSAGES);
  });

  test('is absent without a service manager, and does no harm if none listens', () => {
    assert.equal(createServiceNotifier({}, process.pid, silentLogger), null);
    connect({ NOTIFY_SOCKET: '/nonexistent/notify' }, silentLogger).notifyReady('');
  });

  test('has the period of a watchdog that is meant for this process', () => {
    const period = (environment: NodeJS.ProcessEnv) =>
      connect({ NOTIFY_SOCKET: '@x', ...environment }, silentLogger).watchdogMs;
    assert.equal(period({ WATCHDOG_USEC: '30000000' }), 30_000);
    assert.equal(period({ WATCHDOG_USEC: '30000000', WATCHDOG_PID: String(process.pid) }), 30_000);
    assert.equal(period({ WATCHDOG_USEC: '30000000', WATCHDOG_PID: '1' }), null);
    for (const WATCHDOG_USEC of ['', '0', '-5', 'soon']) assert.equal(period({ WATCHDOG_USEC }), null);
    assert.equal(period({}), null);
  });
});

describe('a message to the service manager', () => {
  const { binding } = loadServiceNotify();

  test('returns a status with the reason if it was not sent', () => {
    assert.ok(binding);
    for (const address of ['', 'relative', `/${'x'.repeat(200)}`]) {
      assert.deepEqual(binding.notify(address, 'READY=1'), { status: 'bad-address', error: 0 });
    }
    const { status, error } = binding.notify('/nonexistent/notify', 'READY=1');
    assert.deepEqual([status, getSystemErrorName(-error)], ['failed', 'ENOENT']);
  });

  test('is logged once with its reason if it cannot be sent', () => {
    const lines: string[] = [];
    const log = createLogger('info', { write: (line) => void lines.push(line) });
    const unreachable = connect({ NOTIFY_SOCKET: '/nonexistent/notify' }, log);
    for (let count = 0; count < 3; count += 1) unreachable.notifyAlive(null);
    connect({ NOTIFY_SOCKET: 'relative' }, log).notifyReady('');
    assert.deepEqual(
      lines.map((line) => JSON.parse(line)).map(({ reason, error }) => [reason, error]),
      [
        ['failed', 'ENOENT'],
        ['bad-address', undefined],
      ],
    );
  });
});
