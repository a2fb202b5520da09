import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { getSystemErrorName } from 'node:util';
import { createLogger, silentLogger } from '#guildhall/platform/log.js';
import { loadServiceNotify } from '#guildhall/platform/native/service-notify.js';
import { createServiceNotifier } from '#guildhall/platform/service-notify.js';
import { realTest } from '../hardware/support/programs.js';

/** Receives two datagrams as a service manager does; Node has no datagram sockets of this kind. */
const SERVICE_MANAGER = `
  use Socket; $| = 1;
  my $name = shift; $name =~ s/^@/\\0/;
  socket(my $socket, AF_UNIX, SOCK_DGRAM, 0) or die $!;
  bind($socket, pack('S a*', AF_UNIX, $name)) or die $!;
  print "bound\\n";
  for (1 .. 2) { defined(recv($socket, my $message, 4096, 0)) or die $!; print "$message\\n"; }
`;

async function messagesAt(socket: string): Promise<string> {
  const manager = spawn('perl', ['-e', SERVICE_MANAGER, socket], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  manager.stdout.on('data', (data) => {
    text += data;
  });
  const closed = once(manager, 'close');
  await once(manager.stdout, 'data');
  const notifier = createServiceNotifier({ NOTIFY_SOCKET: socket }, silentLogger);
  notifier.notifyReady();
  notifier.notifyStopping();
  await closed;
  return text;
}

describe('the service notifier', () => {
  realTest(['perl'], 'tells READY and STOPPING to a socket in the file system', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'guildhall-notify-'));
    try {
      assert.equal(await messagesAt(join(folder, 'notify')), 'bound\nREADY=1\nSTOPPING=1\n');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  realTest(['perl'], 'tells them to a socket in the abstract namespace', async () => {
    assert.equal(await messagesAt(`@guildhall-${randomUUID()}`), 'bound\nREADY=1\nSTOPPING=1\n');
  });

  test('does nothing without a service manager, and does no harm if it does not listen', () => {
    createServiceNotifier({}, silentLogger).notifyReady();
    createServiceNotifier({ NOTIFY_SOCKET: '/nonexistent/notify' }, silentLogger).notifyReady();
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

  test('is logged with its reason where it cannot be sent', () => {
    const lines: string[] = [];
    const log = createLogger('info', { write: (line) => void lines.push(line) });
    createServiceNotifier({ NOTIFY_SOCKET: '/nonexistent/notify' }, log).notifyReady();
    createServiceNotifier({ NOTIFY_SOCKET: 'relative' }, log).notifyReady();
    assert.deepEqual(
      lines.map((line) => JSON.parse(line)).map(({ reason, error }) => [reason, error]),
      [
        ['failed', 'ENOENT'],
        ['bad-address', undefined],
      ],
    );
  });
});
