import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FailedAttempts, TooManyFailuresError } from '#guildhall/net/failed-attempts.js';
import { TokenBucket } from '#guildhall/platform/async/token-bucket.js';

class WrongSecretError extends Error {}

const MINUTE = 60_000;

function setUp({ perPeer = 10, overall = null as number | null } = {}) {
  let time = 1_000_000;
  const clock = { now: () => time };
  const budget = overall === null ? null : new TokenBucket(overall / 60, overall, clock.now);
  const attempts = new FailedAttempts({ perPeer, budget }, clock);
  const attempt = async (peer: string, error: Error | null): Promise<string> => {
    const verify = async () => {
      if (error !== null) throw error;
      return 'right';
    };
    try {
      return await attempts.verify(peer, verify, (thrown) => thrown instanceof WrongSecretError);
    } catch (thrown) {
      if (thrown instanceof TooManyFailuresError) return 'limited';
      return thrown instanceof WrongSecretError ? 'wrong' : 'broken';
    }
  };
  return {
    right: (peer: string) => attempt(peer, null),
    wrong: (peer: string) => attempt(peer, new WrongSecretError()),
    broken: (peer: string) => attempt(peer, new RangeError()),
    advance: (ms: number) => {
      time += ms;
    },
  };
}

async function times(count: number, run: () => Promise<string>): Promise<Record<string, number>> {
  const outcomes: Record<string, number> = {};
  for (let time = 0; time < count; time += 1) {
    const outcome = await run();
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  return outcomes;
}

test('a correct secret succeeds after any failures of any peer', async () => {
  const { right, wrong } = setUp({ perPeer: 5, overall: 5 });
  assert.deepEqual(await times(100, () => wrong('a')), { wrong: 5, limited: 95 });
  assert.deepEqual(await times(10, () => right('a')), { right: 10 });
  assert.deepEqual(await times(10, () => right('b')), { right: 10 });
});

test('failures of a peer are limited for a minute', async () => {
  const { wrong, advance } = setUp({ perPeer: 5 });
  assert.deepEqual(await times(7, () => wrong('a')), { wrong: 5, limited: 2 });
  assert.equal(await wrong('b'), 'wrong');
  advance(MINUTE - 1);
  assert.equal(await wrong('a'), 'limited');
  advance(1);
  assert.equal(await wrong('a'), 'wrong');
});

test('the shared budget limits a peer only after failures of its own', async () => {
  const { wrong } = setUp({ perPeer: 100, overall: 6 });
  assert.deepEqual(await times(20, () => wrong('a')), { wrong: 6, limited: 14 });
  assert.deepEqual(await times(4, () => wrong('b')), { wrong: 3, limited: 1 });
});

test('errors that do not mean a wrong secret are not counted', async () => {
  const { wrong, broken } = setUp({ perPeer: 2, overall: 2 });
  assert.deepEqual(await times(50, () => broken('a')), { broken: 50 });
  assert.equal(await wrong('a'), 'wrong');
});

test('peers beyond the tracked number use the shared budget', async () => {
  const { right, wrong } = setUp({ perPeer: 100, overall: 5000 });
  for (let peer = 0; peer < 4096; peer += 1) assert.equal(await wrong(String(peer)), 'wrong');
  assert.deepEqual(await times(2000, () => wrong('late')), { wrong: 904, limited: 1096 });
  assert.equal(await right('late'), 'right');
});

test('setting the clock back does not change a limit', async () => {
  const { wrong, advance } = setUp({ perPeer: 1 });
  assert.deepEqual(await times(2, () => wrong('a')), { wrong: 1, limited: 1 });
  advance(-10 * MINUTE);
  assert.equal(await wrong('a'), 'wrong');
  assert.equal(await wrong('a'), 'limited');
});
