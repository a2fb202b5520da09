import assert from 'node:assert/strict';
import { test } from 'node:test';

interface End {
  code: number | null;
  signal: string | null;
}

interface Host {
  run(): Promise<End>;
  sleep(ms: number): Promise<void>;
  now(): number;
  say(text: string): void;
  isStopping(): boolean;
}

const { supervise } = (await import(new URL('../../scripts/lib/supervise.mjs', import.meta.url).href)) as {
  supervise(host: Host): Promise<number>;
};

const CRASH: End = { code: 70, signal: null };

/** Runs daemons that end like this one after another, each after `uptime` milliseconds. */
async function runAll(ends: readonly End[], { uptime = 10, stopAfter = Number.POSITIVE_INFINITY } = {}) {
  const pauses: number[] = [];
  let time = 0;
  let starts = 0;
  const exitCode = await supervise({
    async run() {
      const end = ends[starts];
      assert.ok(end, 'it was started once more than expected');
      starts += 1;
      time += uptime;
      return end;
    },
    async sleep(ms) {
      pauses.push(ms);
      time += ms;
    },
    now: () => time,
    say: () => {},
    isStopping: () => starts >= stopAfter,
  });
  return { exitCode, pauses, starts };
}

for (const [what, end, exitCode] of [
  ['an orderly end', { code: 0, signal: null }, 0],
  ['a refusal to start', { code: 1, signal: null }, 1],
  ['wrong usage', { code: 2, signal: null }, 2],
  ['a SIGTERM', { code: null, signal: 'SIGTERM' }, 143],
] as const) {
  test(`${what} is final with exit code ${exitCode}`, async () => {
    assert.deepEqual(await runAll([end]), { exitCode, pauses: [], starts: 1 });
  });
}

test('a crash by an exception or a signal causes a restart', async () => {
  const ends = [CRASH, { code: null, signal: 'SIGSEGV' }, { code: 0, signal: null }];
  assert.deepEqual(await runAll(ends), { exitCode: 0, pauses: [1_000, 2_000], starts: 3 });
});

test('restart delays double, and the fifth crash in a row is final', async () => {
  const { exitCode, pauses, starts } = await runAll(Array.from({ length: 5 }, () => CRASH));
  assert.equal(exitCode, 70);
  assert.equal(starts, 5);
  assert.deepEqual(pauses, [1_000, 2_000, 4_000, 8_000]);
});

test('a minute of uptime resets the crash count', async () => {
  const ends = [...Array.from({ length: 20 }, () => CRASH), { code: 0, signal: null }];
  const { exitCode, pauses } = await runAll(ends, { uptime: 60_000 });
  assert.equal(exitCode, 0);
  assert.ok(pauses.every((pause) => pause === 1_000));
});

test('a crash during a stop is final', async () => {
  const { exitCode, starts } = await runAll([CRASH, CRASH], { stopAfter: 1 });
  assert.equal(exitCode, 70);
  assert.equal(starts, 1);
});
