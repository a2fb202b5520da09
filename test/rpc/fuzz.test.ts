import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { eventually } from '../helpers/eventually.js';
import { Random, SEED } from '../helpers/random.js';
import { RecordingService } from '../helpers/recording-service.js';
import { sendFrames, sendRequest, startFuzzedRpc } from './fuzz/fuzzed-rpc.js';
import { type EncodingName, hostileFrame, validFrame } from './fuzz/hostile-frame.js';
import { hostileRequest } from './fuzz/hostile-request.js';
import { hostileStream } from './fuzz/hostile-stream.js';

/**
 * Hostile frames and requests by chance; each must get an answer or end its connection, and the server must live on, in
 * bounded memory if it is a run of its own. FUZZ_COUNT and GUILDHALL_TEST_SEED say how many and which: `npm run fuzz` sends a million.
 */
const COUNT = Number(process.env.FUZZ_COUNT ?? 10_000);

/** One in so many is a request, or a stream, and not a frame: with a separate connection it costs as much as ten. */
const REQUESTS = 10;
const STREAMS = 50;
const BATCH = 100;
const BATCHES_AT_ONCE = 4;
const REQUESTS_AT_ONCE = 16;

/** How much more may be held after all of them than before, in bytes. */
const MOST_HELD = 64 * 1024 * 1024;

/** What is held, in bytes; 0 if it is not measured, because other tests of this process hold something, too. */
function held(): number {
  if (process.env.FUZZ_COUNT === undefined) return 0;
  setFlagsFromString('--expose-gc');
  runInNewContext('gc()');
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Runs something so many times, some of them at once. */
async function many(times: number, atOnce: number, run: () => Promise<void>): Promise<void> {
  let left = times;
  const worker = async () => {
    while (left-- > 0) await run();
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

for (const encoding of ['json', 'etf'] satisfies EncodingName[]) {
  const frames = Math.ceil((COUNT - COUNT / REQUESTS - COUNT / STREAMS) / 2);

  test(`${frames} hostile frames in ${encoding}, seed ${SEED}: each is answered or closes its connection`, async (context) => {
    const random = new Random(SEED);
    const server = await startFuzzedRpc('http://127.0.0.1:9/api');
    const totals = { refused: 0, answered: 0, closed: 0 };
    const codes = new Set<number>();
    const mistakes = new Set<string>();
    const send = async () => {
      // Some are right: what they set up is there for the wrong ones after them.
      const batch = Array.from({ length: BATCH }, () => ({
        bytes: random.chance(0.1) ? validFrame(random, encoding) : hostileFrame(random, encoding),
        // A text frame with bytes that are not text ends its connection by itself, so there are few of them.
        binary: encoding === 'etf' || random.chance(0.998),
      }));
      const outcome = await sendFrames(server, encoding, batch, random.chance(0.8));
      totals.refused += outcome.refused;
      totals.answered += outcome.answered;
      totals.closed += outcome.closed;
      for (const code of outcome.codes) codes.add(code);
      for (const cmd of outcome.mistakes) mistakes.add(cmd);
    };
    try {
      await many(4, 1, send);
      const before = held();
      await many(Math.ceil(frames / BATCH), BATCHES_AT_ONCE, send);
      const grown = held() - before;
      context.diagnostic(
        `${JSON.stringify(totals)}, codes ${[...codes].sort((a, b) => a - b).join(' ')}, held ${grown} bytes more`,
      );
      assert.deepEqual([...mistakes], [], 'commands that failed by a mistake of the server');
      assert.ok(totals.refused > frames / 2);
      assert.ok(codes.has(4000) && codes.has(4002) && codes.has(4006));
      assert.ok(grown < MOST_HELD, `${grown} bytes more are held`);
      assert.deepEqual(Object.keys(Object.prototype), []);
      await eventually(() => server.mock.server.sessions.list().length === 0);
      await (await server.mock.connect()).close();
    } finally {
      await server.mock.stop();
    }
  });
}

const requests = Math.ceil(COUNT / REQUESTS);

test(`${requests} hostile requests, seed ${SEED}: each is answered or closes its connection, and none gets through`, async (context) => {
  const random = new Random(SEED);
  const service = await RecordingService.start();
  const { mock, token } = await startFuzzedRpc(service.url);
  const statuses = new Map<number | null, number>();
  const strange = new Set<string>();
  const send = async () => {
    const status = await sendRequest(mock.port, hostileRequest(random, mock.port, token));
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    for (const { method, url, headers } of service.requests.splice(0)) {
      const isProxied = /^\/api\/(?:guilds|channels|users|voice)\b/.test(url) && !/\.\.|\/\/|%/.test(url);
      if (!isProxied || headers.authorization !== `Bearer ${token}`) strange.add(`${method} ${url}`);
    }
  };
  try {
    await many(100, 1, send);
    const before = held();
    await many(requests, REQUESTS_AT_ONCE, send);
    const grown = held() - before;
    context.diagnostic(`${JSON.stringify([...statuses])}, held ${grown} bytes more`);
    assert.deepEqual([...strange], [], 'requests that reached the service');
    assert.equal(statuses.get(500) ?? 0, 0);
    for (const status of [200, 400, 403, 404, 405]) assert.ok(statuses.has(status), `none got ${status}`);
    assert.ok(grown < MOST_HELD, `${grown} bytes more are held`);
    await (await mock.connect()).close();
  } finally {
    await mock.stop();
    await service.stop();
  }
});

const streams = Math.ceil(COUNT / STREAMS);

test(`${streams} hostile streams of WebSocket frames, seed ${SEED}: each ends its connection and no other`, async (context) => {
  const random = new Random(SEED);
  const { mock } = await startFuzzedRpc('http://127.0.0.1:9/api');
  // Its clock is fast: a connection that does not authenticate is closed within the run.
  const bystander = await mock.authenticated();
  const send = async () => {
    // Half of the connection is closed after the last byte: a server that waits for more would hold the run up.
    assert.equal(await sendRequest(mock.port, hostileStream(random, mock.port)), 101);
  };
  try {
    await many(20, 1, send);
    const before = held();
    await many(streams, REQUESTS_AT_ONCE, send);
    const grown = held() - before;
    context.diagnostic(`held ${grown} bytes more`);
    assert.ok(grown < MOST_HELD, `${grown} bytes more are held`);
    await eventually(() => mock.server.sessions.list().length === 1);
    assert.equal((await bystander.request('GET_GUILDS')).evt, null);
    await bystander.close();
  } finally {
    await mock.stop();
  }
});
