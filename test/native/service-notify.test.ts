import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { silentLogger } from '#guildhall/platform/log.js';
import { loadNativeAddon } from '#guildhall/platform/native.js';
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

describe('the native addon', () => {
  const { addon } = loadNativeAddon();

  test('is built', () => {
    assert.ok(addon);
  });

  test('refuses socket names that are none', () => {
    assert.match(addon?.notifyServiceManager('', 'READY=1') ?? '', /neither a path/);
    assert.match(addon?.notifyServiceManager('relative', 'READY=1') ?? '', /neither a path/);
    assert.match(addon?.notifyServiceManager(`/${'x'.repeat(200)}`, 'READY=1') ?? '', /too long/);
    assert.match(addon?.notifyServiceManager('/nonexistent/notify', 'READY=1') ?? '', /No such file/);
  });

  test('throws on arguments of the wrong kind instead of ending the process', () => {
    assert.ok(addon);
    for (const name of ['listAudioEndpoints', 'bindToParent', 'notifyServiceManager'] as const) {
      assert.throws(() => Reflect.apply(addon[name], addon, [{}]), TypeError);
    }
  });
});
