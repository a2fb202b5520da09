import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startXServer, type XServer } from '../hardware/support/x-server.js';
import { onX } from '../hardware/support/x-suite.js';
import { connectCapturingGame } from '../helpers/authenticated.js';
import { TestDaemon } from '../helpers/daemon.js';
import { eventually } from '../helpers/eventually.js';
import type { RawRpcClient } from '../helpers/rpc-client.js';
import { CpuTime, familyOf } from './kernel/cpu-time.js';
import { percentile } from './kernel/statistics.js';
import { isKeyFrame } from './keys/timed-frames.js';

const ROUNDS = 10;
/** pressed one after the other in each round */
const KEYS = Array.from({ length: 10 }, () => [...'abcdefghij']).flat();
const PAUSE_MS = 12;
const GOAL_MS = 1;
const IDLE_MS = 60_000;
/** Some twenty seconds after its start, V8 tidies up the heap once. */
const SETTLE_MS = 40_000;

const isChange = ({ evt }: { evt?: string | null }) => evt === 'CAPTURE_SHORTCUT_CHANGE';

/** Presses keys; gives how much later than at the bound each was at the client, in milliseconds. */
async function pressKeys(x: XServer, client: RawRpcClient, bound: ChildProcess): Promise<number[]> {
  const arrivals: bigint[] = [];
  const record = (data: unknown) => {
    const now = process.hrtime.bigint();
    if (isKeyFrame(String(data))) arrivals.push(now);
  };
  // Before the listener of the test client, which checks each frame.
  client.socket.prependListener('message', record);
  await x.xdotool('key', '--delay', String(PAUSE_MS), ...KEYS);
  await eventually(() => arrivals.length >= KEYS.length);
  client.socket.off('message', record);
  bound.send('tell');
  const [raw] = (await once(bound, 'message')) as [string[]];
  if (raw.length !== KEYS.length) throw new Error(`the bound heard ${raw.length} of ${KEYS.length} keys`);
  return arrivals.map((at, index) => Number(at - BigInt(raw[index] ?? 0)) / 1e6);
}

async function cpuOver(time: CpuTime, ms: number): Promise<number> {
  const before = time.read();
  await sleep(ms);
  return time.read() - before;
}

const x = await startXServer();
const daemon = await TestDaemon.start({
  environment: onX(x.display),
  flags: ['--capture-limit', '3600'],
});
const bound = fork(fileURLToPath(import.meta.resolve('./raw-keys-process.js')), {
  env: onX(x.display),
});
try {
  await once(bound, 'message');
  const client = await connectCapturingGame(daemon);
  const { pid } = daemon.runtime;
  const time = new CpuTime([pid]);
  await sleep(SETTLE_MS);
  const idle = await cpuOver(time, IDLE_MS);
  const processes = familyOf(pid).length;

  client.send({ cmd: 'CAPTURE_SHORTCUT', args: { action: 'START' }, nonce: 'start' });
  await eventually(async () => {
    await x.xdotool('key', 'F9');
    return client.frames.some(isChange);
  });
  const listening = await cpuOver(time, IDLE_MS);
  bound.send('tell');
  await once(bound, 'message');
  const delays: number[] = [];
  const before = time.read();
  for (let round = 0; round < ROUNDS; round += 1) delays.push(...(await pressKeys(x, client, bound)));
  const typing = time.read() - before;
  await client.close();

  const p99 = percentile(delays, 0.99);
  process.stdout.write(
    `from the library's callback to the client, ${delays.length} keys: p50 ${percentile(delays, 0.5).toFixed(2)} ms, ` +
      `p99 ${p99.toFixed(2)} ms (goal: at most ${GOAL_MS} ms, ${p99 <= GOAL_MS ? 'met' : 'MISSED'})\n` +
      `processor time of the daemon: ${idle.toFixed(1)} ms in ${IDLE_MS / 1000} s with no driver ` +
      `(${processes} process), ${listening.toFixed(1)} ms in a capture without keys, ` +
      `${((typing / delays.length) * 1000).toFixed(0)} µs for a key\n`,
  );
} finally {
  bound.disconnect();
  await daemon.stop();
  await x.stop();
}
