import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Ports that tests choose themselves: below those that the system gives to clients. */
const FIRST = 10_000;
const BLOCKS = 240;
/** Of these the first one is the lock of the block. */
const BLOCK_SIZE = 50;
/** The ports that a daemon may try: some, because a test that was killed may have left a program on one. */
const RANGE_SIZE = 5;
/** How many ports are tried that a program may have been left on. */
const ATTEMPTS = 50;

let block = process.pid % BLOCKS;
/** the claimed ports that nobody was given yet */
let free = { next: 0, end: 0 };

/**
 * Ports that no other test gets: each process takes blocks for as long as it runs, and gives each port once.
 *
 * @returns the first of them
 */
async function claimPorts(count: number): Promise<number> {
  if (free.end - free.next < count) free = await claimBlock();
  const first = free.next;
  free.next += count;
  return first;
}

async function claimBlock(): Promise<{ next: number; end: number }> {
  for (let tried = 0; tried < BLOCKS; tried += 1) {
    const lock = FIRST + block * BLOCK_SIZE;
    block = (block + 1) % BLOCKS;
    const server = createServer().unref();
    try {
      const listening = once(server, 'listening');
      server.listen({ host: '127.0.0.1', port: lock, exclusive: true });
      await listening;
      return { next: lock + 1, end: lock + BLOCK_SIZE };
    } catch {
      // Another process has this block.
    }
  }
  throw new RangeError(`no block of ports is free from ${FIRST} on`);
}

/**
 * A port that no program uses, TCP and UDP alike, and that no other test gets.
 *
 * @param hosts the IPv4 addresses that must be free
 */
export async function freePort(hosts: readonly string[] = ['127.0.0.1']): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await claimPorts(1);
    try {
      for (const host of hosts) {
        await bindTcp(host, port);
        await bindUdp(host, port);
      }
      return port;
    } catch (error) {
      // A test that was killed left a program on it.
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

/** Ports for `--rpc-ports` that no other test gets. */
export async function claimRpcPorts(): Promise<string> {
  const first = await claimPorts(RANGE_SIZE);
  return `${first}-${first + RANGE_SIZE - 1}`;
}

/** The flags by which a daemon serves on ports that no other test uses. */
export async function portFlags(): Promise<string[]> {
  return ['--rpc-ports', await claimRpcPorts(), '--api-port', '0', '--console-port', '0'];
}

async function bindTcp(host: string, port: number): Promise<void> {
  const server = createServer().listen({ host, port, exclusive: true });
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

async function bindUdp(address: string, port: number): Promise<void> {
  const socket = createSocket('udp4');
  const bound = once(socket, 'listening');
  socket.bind({ address, port, exclusive: true });
  try {
    await bound;
  } finally {
    socket.close();
  }
}
