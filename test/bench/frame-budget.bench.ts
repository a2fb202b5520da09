import { isUtf8 } from 'node:buffer';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { FrameBudgets } from '#guildhall/net/frame-budget.js';
import { MessageProgress } from '#guildhall/net/message-progress.js';
import { systemClock } from '#guildhall/platform/clock.js';
import { DecodeMeter } from '#guildhall/protocol/encoding/decode-meter.js';
import { jsonEncoding } from '#guildhall/protocol/encoding/json.js';
import { DEFAULT_RPC_LIMITS, decodeBounds, workLimits } from '#guildhall/rpc/limits.js';
import { ORIGIN } from '../helpers/mock-rpc.js';
import { median } from './harness.js';
import { cpuTime } from './kernel/cpu-time.js';

/** What following, measuring and charging a frame costs, beside what answering it costs the server without. */

const ROUNDS = 9;
const ROUND_TRIPS = 4000;
const IN_FLIGHT = 32;
const FRAMES = 200_000;
const GOAL = 0.97;

const FRAME = Buffer.from(JSON.stringify({ cmd: 'GET_CHANNEL', args: { channel_id: '11' }, nonce: '1234' }));
const WIRE = Buffer.concat([Buffer.from([0x81, 0x80 | FRAME.length, 1, 2, 3, 4]), FRAME]);

const limits = { ...DEFAULT_RPC_LIMITS, workPerSecond: Number.MAX_SAFE_INTEGER };
const budget = new FrameBudgets(workLimits(limits), systemClock).create();
const progress = new MessageProgress();
const bounds = decodeBounds(limits);

function withBudgets(): void {
  progress.take(WIRE);
  budget.chargeFrame(FRAME.length, true);
  const meter = new DecodeMeter(bounds);
  jsonEncoding.decode(FRAME, meter);
  budget.chargeDecoding(meter, true);
}

/** How frames were decoded before they were measured. */
function without(): void {
  if (isUtf8(FRAME)) JSON.parse(Buffer.from(FRAME.buffer, FRAME.byteOffset, FRAME.byteLength).toString());
}

/** CPU time of one call, in microseconds. */
function cost(call: () => void): number {
  const start = process.cpuUsage();
  for (let frame = 0; frame < FRAMES; frame += 1) call();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / FRAMES;
}

const server = fork(fileURLToPath(import.meta.resolve('./rpc-server-process.js')));
const [ports] = (await once(server, 'message')) as [{ ours: number; token: string }];
const socket = new WebSocket(`ws://127.0.0.1:${ports.ours}/?v=1&client_id=100&encoding=json`, {
  origin: ORIGIN,
});
await once(socket, 'message');
socket.send(JSON.stringify({ cmd: 'AUTHENTICATE', args: { access_token: ports.token }, nonce: 'in' }));
await once(socket, 'message');

/** CPU time that the server takes for one command, in microseconds. */
async function roundTrip(): Promise<number> {
  const before = cpuTime(server.pid ?? 0);
  await new Promise<void>((resolve) => {
    let sent = 0;
    let answered = 0;
    const send = () => {
      sent += 1;
      socket.send(FRAME);
    };
    const receive = () => {
      answered += 1;
      if (sent < ROUND_TRIPS) send();
      if (answered < ROUND_TRIPS) return;
      socket.off('message', receive);
      resolve();
    };
    socket.on('message', receive);
    while (sent < IN_FLIGHT) send();
  });
  return ((cpuTime(server.pid ?? 0) - before) * 1000) / ROUND_TRIPS;
}

const ratios: number[] = [];
const added: number[] = [];
const trips: number[] = [];
for (let round = 0; round <= ROUNDS; round += 1) {
  const [charged, plain, trip] = [cost(withBudgets), cost(without), await roundTrip()];
  // The first round warms up.
  if (round === 0) continue;
  added.push(charged - plain);
  trips.push(trip);
  ratios.push((trip - (charged - plain)) / trip);
}
const ratio = median(ratios);
process.stdout.write(
  `budgets of frames: ratio ${ratio.toFixed(3)} (goal ${GOAL}, ${ratio >= GOAL ? 'met' : 'MISSED'}); ` +
    `${median(added).toFixed(2)} µs of a command's ${median(trips).toFixed(1)} µs\n`,
);
server.send({ do: 'stop' });
socket.terminate();
