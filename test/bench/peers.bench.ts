import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { WebSocket } from 'ws';
import { ORIGIN } from '../helpers/mock-rpc.js';
import { measure, print } from './harness.js';
import { ask as askRpc, roundTrips } from './rpc-round-trips.js';
import { ask, startServers } from './server-process.js';

/** What the peer check costs: RPC servers with and without it, measured in turn. */
interface Server {
  readonly port: number;
  readonly token: string;
}

/** Of one round; enough that a pause of the machine does not decide it. */
const ROUND_TRIPS = 30_000;
const CONNECTIONS = 3_000;
const AT_ONCE = 8;
const ROUNDS = 15;
let isOver = false;

/** Connections that are opened, answered with 404 and closed, per second of the servers' processor time. */
async function connections({ port }: Server): Promise<number> {
  const agent = new Agent({ keepAlive: false, maxSockets: AT_ONCE });
  const connect = () =>
    new Promise<void>((resolve, reject) => {
      const request = get({ host: '127.0.0.1', port, agent }, (response) => {
        if (response.statusCode !== 404) reject(new Error(`answered with ${response.statusCode}`));
        response.resume().once('close', resolve);
      });
      request.once('error', reject);
    });
  const started = await processorTime();
  let left = CONNECTIONS;
  const worker = async () => {
    for (; left > 0; left -= 1) await connect();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return CONNECTIONS / ((await processorTime()) - started);
}

/** Other work on the machine disturbs it less than the time that passes. */
function processorTime(): Promise<number> {
  return ask(servers, 'processor time');
}

async function authenticate({ port, token }: Server): Promise<WebSocket> {
  const url = `ws://127.0.0.1:${port}/?v=1&client_id=100&encoding=json`;
  const socket = new WebSocket(url, { origin: ORIGIN, perMessageDeflate: false });
  await once(socket, 'open');
  socket.once('close', (code) => {
    if (!isOver) throw new Error(`a connection was closed with ${code}`);
  });
  await askRpc(socket, { cmd: 'AUTHENTICATE', args: { access_token: token } });
  return socket;
}

const { servers, told } = await startServers<{ checked: Server; unchecked: Server }>(
  './peers-server-process.js',
);
const ours = await authenticate(told.checked);
const theirs = await authenticate(told.unchecked);
print(
  await measure({
    name: 'GET_CHANNEL round trips with the peer check',
    bound: 'the same server without it',
    goal: 0.97,
    rounds: ROUNDS,
    ours: () => roundTrips(ours, ROUND_TRIPS),
    theirs: () => roundTrips(theirs, ROUND_TRIPS),
  }),
);
print(
  await measure({
    name: 'connect, GET /, close with the peer check',
    bound: 'the same server without it',
    goal: 0.9,
    rounds: ROUNDS,
    ours: () => connections(told.checked),
    theirs: () => connections(told.unchecked),
  }),
);
const lookup = await ask<number>(servers, 'time lookup');
process.stdout.write(`  one lookup takes ${lookup.toFixed(1)} µs\n`);
isOver = true;
for (const socket of [ours, theirs]) socket.terminate();
servers.send('stop');
