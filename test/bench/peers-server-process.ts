import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { checkTcpPeers } from '#guildhall/daemon/peer-checks.js';
import { systemClock } from '#guildhall/platform/clock.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { SystemPeerCredentials } from '#guildhall/platform/peer-credentials.js';
import { MockRpc, type MockRpcOptions } from '../helpers/mock-rpc.js';
import { guild, textChannel } from '../helpers/objects.js';
import { median } from './harness.js';

/** The servers of the bench of the peer check, in a process of their own: one with the check, one without. */
const LOOKUPS = 5_000;
const ROUNDS = 7;

const credentials = SystemPeerCredentials.load();
const checked = await start({
  peers: checkTcpPeers({ credentials, clock: systemClock, log: silentLogger }, []),
});
const unchecked = await start({});

/** @returns microseconds that one lookup takes, the median of some rounds */
async function timeLookup(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const client = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1');
  const [socket] = (await once(server, 'connection')) as [Socket];
  const rounds = Array.from({ length: ROUNDS }, () => {
    const started = performance.now();
    for (let count = 0; count < LOOKUPS; count += 1) credentials.findTcpPeer(socket);
    return ((performance.now() - started) / LOOKUPS) * 1000;
  });
  client.destroy();
  server.close();
  return median(rounds);
}

/** Seconds of processor time that this process has used. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

async function start(options: MockRpcOptions): Promise<{ port: number; token: string }> {
  // What is measured is the work, not the limit on it.
  const limits = { messagesPerSecond: Number.MAX_SAFE_INTEGER, workPerSecond: Number.MAX_SAFE_INTEGER };
  const mock = await MockRpc.start({ ...options, limits });
  mock.client.addGuild(guild('200', { channels: [textChannel('11', { topic: 'talk' })] }));
  return { port: mock.port, token: mock.grant(['rpc']) };
}

process.on('message', async (message) => {
  if (message === 'stop') process.exit(0);
  process.send?.(message === 'processor time' ? processorTime() : await timeLookup());
});
process.once('disconnect', () => process.exit(1));
process.send?.({ checked, unchecked });
