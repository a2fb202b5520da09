import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { WebSocket } from 'ws';
import { ORIGIN } from '../helpers/mock-rpc.js';
import { rest } from '../helpers/service.js';
import { median } from './harness.js';
import { HttpLoad, rename } from './http-load.js';
import { cpuTime } from './kernel/cpu-time.js';
import { ask, roundTrips } from './rpc-round-trips.js';

/**
 * Compares this checkout with another one, which is set up and whose tests are compiled: the same load goes to both in
 * turn. The processor time of each server's process counts; rates depend on what else the machine does.
 */
const [folder, ...wanted] = process.argv.slice(2);
if (folder === undefined) throw new TypeError('the other checkout is not named');
const ROUNDS = 15;
const CONNECTIONS = 32;
/** More processor time for an operation than this, in shares of the other's, is a loss. */
const TOLERANCE = 0.03;

/** One of the two checkouts with its servers. */
interface Side {
  readonly run: (calls: number) => Promise<unknown>;
  readonly pid: number;
}

const children: ChildProcess[] = [];
async function start<Told>(checkout: string, file: string): Promise<{ told: Told; pid: number }> {
  const child = fork(resolve(checkout, '.test-build/bench', file), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  children.push(child);
  const [told] = (await once(child, 'message')) as [Told];
  if (child.pid === undefined) throw new TypeError('the servers have no process');
  return { told, pid: child.pid };
}

interface ApiTold {
  ours: string;
  bot: string;
  paths: { guild: string; member: string };
}

/** The REST rows of one checkout. */
async function api(checkout: string): Promise<Record<string, Side>> {
  const { told, pid } = await start<ApiTold>(checkout, 'api-server-process.js');
  const load = new HttpLoad(told.bot, CONNECTIONS);
  const channel = (await rest(told.ours, 'POST', `${told.paths.guild}/channels`, told.bot, {
    name: 'talk',
  })) as { id: string };
  const get = (path: string) => (calls: number) => load.run('GET', told.ours + path, calls);
  const messages = `${told.ours}/channels/${channel.id}/messages`;
  const patchMember = `${told.ours}${told.paths.member}`;
  return {
    'GET guild': { pid, run: get(told.paths.guild) },
    'GET member': { pid, run: get(told.paths.member) },
    'PATCH member': { pid, run: (calls) => load.run('PATCH', patchMember, calls, rename) },
    'POST message': {
      pid,
      run: (calls) => load.run('POST', messages, calls, () => JSON.stringify({ content: 'hello' })),
    },
  };
}

/** The RPC rows of one checkout. */
async function rpc(checkout: string): Promise<Record<string, Side>> {
  const { told, pid } = await start<{ ours: number; token: string }>(checkout, 'rpc-server-process.js');
  const url = `ws://127.0.0.1:${told.ours}/?v=1&client_id=100&encoding=json`;
  const open = async () => {
    const socket = new WebSocket(url, { origin: ORIGIN, perMessageDeflate: false });
    await once(socket, 'message');
    return socket;
  };
  const socket = await open();
  await ask(socket, { cmd: 'AUTHENTICATE', args: { access_token: told.token } });
  return {
    GET_CHANNEL: { pid, run: (calls) => roundTrips(socket, calls) },
    'connect to READY': {
      pid,
      async run(calls) {
        for (let call = 0; call < calls / 20; call += 1) {
          const one = await open();
          one.close();
          await once(one, 'close');
        }
      },
    },
  };
}

const CALLS: Readonly<Record<string, number>> = { 'connect to READY': 2_000 };

const isWanted = (name: string) => wanted.length === 0 || wanted.some((text) => name.includes(text));
let losses = 0;
for (const rows of [api, rpc]) {
  const [ours, theirs] = await Promise.all([rows('.'), rows(folder)]);
  for (const name of Object.keys(ours).filter(isWanted)) {
    const sides = { ours: ours[name], theirs: theirs[name] };
    const ratios: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const cost = { ours: 0, theirs: 0 };
      const order = round % 2 === 0 ? (['ours', 'theirs'] as const) : (['theirs', 'ours'] as const);
      for (const key of order) {
        const side = sides[key];
        if (side === undefined) throw new TypeError(`the other checkout has no row ${name}`);
        const before = cpuTime(side.pid);
        await side.run(CALLS[name] ?? 2_000);
        cost[key] = cpuTime(side.pid) - before;
      }
      // The first rounds warm up.
      if (round > 2) ratios.push(cost.ours / cost.theirs);
    }
    const ratio = median(ratios);
    const [low = 0] = [...ratios].sort((a, b) => a - b);
    const high = Math.max(...ratios);
    const isLoss = ratio > 1 + TOLERANCE;
    if (isLoss) losses += 1;
    const spread = `${low.toFixed(2)} to ${high.toFixed(2)}`;
    process.stdout.write(
      `${name}: ${ratio.toFixed(3)} of the other's processor time (${spread})${isLoss ? ', SLOWER' : ''}\n`,
    );
  }
}
for (const child of children) child.kill();
process.exitCode = losses === 0 ? 0 : 1;
process.exit();
