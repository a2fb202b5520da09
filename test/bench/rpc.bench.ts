import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { ORIGIN } from '../helpers/mock-rpc.js';
import { measure, median, percentile, print } from './harness.js';
import { ask, roundTrips } from './rpc-round-trips.js';

const SUBSCRIBERS = 1_000;
const EVENTS = 20;

let isOver = false;
const server = fork(fileURLToPath(import.meta.resolve('./rpc-server-process.js')));
const [ports] = (await once(server, 'message')) as [{ ours: number; bare: number; token: string }];
const OURS = `ws://127.0.0.1:${ports.ours}/?v=1&client_id=100&encoding=json`;
const BARE = `ws://127.0.0.1:${ports.bare}/`;

async function open(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url, { origin: ORIGIN, perMessageDeflate: false });
  await once(socket, 'open');
  // Otherwise a bench whose connection is closed would wait for ever.
  socket.on('close', (code) => {
    if (!isOver) throw new Error(`a connection was closed with ${code}`);
  });
  return socket;
}

async function openOurs(): Promise<WebSocket> {
  const socket = await open(OURS);
  await ask(socket, { cmd: 'AUTHENTICATE', args: { access_token: ports.token } });
  return socket;
}

/** One event to every subscriber, again and again. @returns events per second, and the time of each in milliseconds */
async function fanOut(sockets: WebSocket[], what: string): Promise<{ rate: number; times: number[] }> {
  const times: number[] = [];
  for (let event = 0; event < EVENTS; event += 1) {
    const started = performance.now();
    const heard = Promise.all(sockets.map((socket) => once(socket, 'message')));
    server.send({ do: what, userId: String(event) });
    await heard;
    times.push(performance.now() - started);
  }
  return { rate: 1000 / median(times), times };
}

async function reply(child: ChildProcess, frame: unknown): Promise<void> {
  child.send({ do: 'reply', reply: frame });
  await once(child, 'message');
}

const ours = await openOurs();
const bare = await open(BARE);
await reply(server, await ask(ours, { cmd: 'GET_CHANNEL', args: { channel_id: '11' } }));
print(
  await measure({
    name: 'GET_CHANNEL round trips',
    bound: 'a bare ws answering the same bytes',
    goal: 0.9,
    rounds: 9,
    ours: () => roundTrips(ours),
    theirs: () => roundTrips(bare),
  }),
);

const subscribed = await Promise.all(
  Array.from({ length: SUBSCRIBERS }, async () => {
    const socket = await openOurs();
    await ask(socket, { cmd: 'SUBSCRIBE', evt: 'SPEAKING_START', args: { channel_id: '12' } });
    return socket;
  }),
);
const listening = await Promise.all(Array.from({ length: SUBSCRIBERS }, () => open(BARE)));
const slowest = { ours: [] as number[], theirs: [] as number[] };
print(
  await measure({
    name: `fan-out of SPEAKING_START to ${SUBSCRIBERS} subscribers`,
    bound: 'a bare ws sending the same bytes',
    goal: 0.9,
    rounds: 9,
    async ours() {
      const { rate, times } = await fanOut(subscribed, 'speak-ours');
      slowest.ours.push(percentile(times, 0.99));
      return rate;
    },
    async theirs() {
      const { rate, times } = await fanOut(listening, 'speak-bare');
      slowest.theirs.push(percentile(times, 0.99));
      return rate;
    },
  }),
);
const ratio = median(slowest.ours) / median(slowest.theirs);
process.stdout.write(`  its p99 beside the bound's: ${ratio.toFixed(2)} times (goal: at most 2)\n`);
isOver = true;
server.send({ do: 'stop' });
for (const socket of [...subscribed, ...listening]) socket.terminate();
