import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SessionStarts } from '#guildhall/api/accounts/session-starts.js';
import { CodeAttempts } from '#guildhall/api/accounts/two-factor.js';
import { PayloadReader } from '#guildhall/api/gateway/frames/payload-reader.js';
import { GATEWAY_LIMITS } from '#guildhall/api/gateway/limits.js';
import { ConsentBackOff } from '#guildhall/control/consent/consent-back-off.js';
import { Deadlines } from '#guildhall/net/deadlines.js';
import { FailedAttempts } from '#guildhall/net/failed-attempts.js';
import { FrameBudgets } from '#guildhall/net/frames/frame-budget.js';
import { TokenBucket } from '#guildhall/platform/async/token-bucket.js';
import { type Clock, hasPassed, isAhead } from '#guildhall/platform/clock.js';
import { jsonEncoding } from '#guildhall/protocol/encoding/json.js';
import { SnowflakeFactory } from '#guildhall/protocol/snowflake.js';
import { ApplicationAccesses } from '#guildhall/rpc/applications/application-accesses.js';
import { ReplyTurns } from '#guildhall/rpc/dispatch/reply-turns.js';
import { ManualClock } from '../hardware/support/manual-clock.js';

const NOW = Date.UTC(2026, 0, 1);
const LATE = Date.UTC(2150, 0, 1);

/** A clock that shows a time other than the one by which its timers run. */
class WrongClock implements Clock {
  readonly timers = new ManualClock(0);
  #offset = NOW;

  now(): number {
    return this.#offset + this.timers.now();
  }

  /** Sets the time; timers continue. */
  set(time: number): void {
    this.#offset = time - this.timers.now();
  }

  readonly after = this.timers.after.bind(this.timers);
  readonly every = this.timers.every.bind(this.timers);
}

test('waits do not depend on times recorded before the clock was set back', () => {
  assert.deepEqual(
    [hasPassed(1_000, 900, 100), hasPassed(999, 900, 100), hasPassed(NOW, LATE, 100)],
    [true, false, true],
  );
  assert.equal(hasPassed(1_000, 1_001, 100), false);
  assert.deepEqual(
    [isAhead(1_000, 1_100, 100), isAhead(1_100, 1_100, 100), isAhead(NOW, LATE, 100)],
    [true, false, false],
  );
});

describe('After a clock that showed 2150 is corrected', () => {
  test('a gateway connection can send its payloads every minute', () => {
    const clock = new WrongClock();
    clock.set(LATE);
    const reader = new PayloadReader(
      jsonEncoding,
      new FrameBudgets(GATEWAY_LIMITS.WORK, clock).create(),
      clock,
    );
    const send = () => {
      for (let count = 0; count < GATEWAY_LIMITS.PAYLOADS; count += 1) reader.takePayload();
    };
    send();
    clock.set(NOW);
    send();
    clock.set(NOW + GATEWAY_LIMITS.PAYLOAD_WINDOW_MS);
    send();
    assert.throws(() => reader.takePayload());
  });

  test("a bot's session starts are replenished", () => {
    const clock = new WrongClock();
    const starts = new SessionStarts(1, () => clock.now());
    clock.set(LATE);
    assert.deepEqual([starts.take('1'), starts.take('1')], [true, false]);
    clock.set(NOW);
    assert.equal(starts.take('1'), true);
    assert.ok(starts.limitOf('1').reset_after <= 86_400_000);
  });

  test('codes are verified, failed secrets are counted again and consent prompts are shown', async () => {
    const clock = new WrongClock();
    clock.set(LATE);
    const codes = new CodeAttempts(() => clock.now());
    const backOff = new ConsentBackOff(clock, 0);
    const failed = new FailedAttempts({ perPeer: 1, budget: null }, clock);
    const fail = () =>
      failed
        .verify(
          'a',
          () => Promise.reject(new Error('wrong')),
          () => true,
        )
        .catch(({ message }: Error) => message);
    for (let count = 0; count < 5; count += 1) codes.fail('1');
    for (let count = 0; count < 3; count += 1) backOff.noteDenial('a');
    assert.equal(await fail(), 'wrong');
    assert.notEqual(await fail(), 'wrong');
    assert.ok(codes.wait('1') > 0);
    assert.ok(backOff.secondsToWait('a') > 0);
    clock.set(NOW);
    assert.equal(codes.wait('1'), 0);
    assert.equal(backOff.secondsToWait('a'), 0);
    assert.equal(await fail(), 'wrong');
  });

  test('the service is asked again how an application may be used', () => {
    const clock = new WrongClock();
    let asked = 0;
    const client = {
      user: null,
      on: () => () => {},
      applicationAccess: () => {
        asked += 1;
        return new Promise<never>(() => {});
      },
    };
    const accesses = new ApplicationAccesses(client, clock);
    clock.set(LATE);
    for (let count = 0; count < 2; count += 1) void accesses.get('1');
    assert.equal(asked, 1);
    clock.set(NOW);
    void accesses.get('1');
    assert.equal(asked, 2);
  });

  test('deadlines keep their distance', async () => {
    const clock = new WrongClock();
    clock.set(LATE);
    const expired: string[] = [];
    const deadlines = new Deadlines<string>(clock, (key) => expired.push(key));
    deadlines.set('a', LATE + 1_000);
    deadlines.set('b', LATE + 5_000);
    clock.set(NOW);
    deadlines.set('c', NOW + 3_000);
    await clock.timers.advance(2_000);
    assert.deepEqual(expired, ['a']);
    await clock.timers.advance(4_000);
    assert.deepEqual(expired, ['a', 'c', 'b']);
  });

  test('a long reply waits for the debt of the previous one, not for 124 years', async () => {
    const clock = new WrongClock();
    clock.set(LATE);
    const turns = new ReplyTurns(1_000, clock);
    const session = { application: { id: '1' }, closed: new AbortController().signal };
    turns.charge('1', 7_000);
    clock.set(NOW);
    const reply = turns.run(session as never, () => 'made');
    await clock.timers.advance(2_000);
    assert.equal(await reply, 'made');
  });

  test('rates refill and ids increase', () => {
    const clock = new WrongClock();
    clock.set(LATE);
    const bucket = new TokenBucket(1, 1, () => clock.now());
    const ids = new SnowflakeFactory(() => clock.now());
    assert.equal(bucket.take(), true);
    const late = BigInt(ids.next());
    clock.set(NOW);
    assert.equal(bucket.take(), false);
    clock.set(NOW + 1_000);
    assert.equal(bucket.take(), true);
    assert.ok(BigInt(ids.next()) > late);
  });
});
