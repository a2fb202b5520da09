import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { GuestQuotas } from '#guildhall/api/accounts/guest-accounts.js';
import { SessionStarts } from '#guildhall/api/accounts/session-starts.js';
import { CodeAttempts } from '#guildhall/api/accounts/two-factor.js';
import type { SharedCounter } from '#guildhall/api/core/counters.js';
import { RateLimitedError } from '#guildhall/api/core/errors.js';

const HOUR_MS = 3_600_000;
const now = () => HOUR_MS;

interface Counting {
  readonly counter: SharedCounter;
}

/** Passes each count of either one to the other. */
function connect({ counter: a }: Counting, { counter: b }: Counting): void {
  a.listenForCounts((key, amount) => b.addRemote(key, amount));
  b.listenForCounts((key, amount) => a.addRemote(key, amount));
}

describe('Counts of two nodes', () => {
  const payer = { key: 'application 1', isProven: true };

  test('limit guest accounts together, without those that were not created', () => {
    const [a, b] = [new GuestQuotas(2, now), new GuestQuotas(2, now)];
    connect(a, b);
    a.reserve(payer);
    const cancel = a.reserve(payer);
    assert.throws(() => b.reserve(payer), RateLimitedError);
    cancel();
    b.reserve(payer);
    for (const quotas of [a, b]) assert.throws(() => quotas.reserve(payer), RateLimitedError);
  });

  test('keep the guest accounts of an hour when one of the hour before is not created', () => {
    let time = HOUR_MS;
    const [a, b] = [new GuestQuotas(1, () => time), new GuestQuotas(1, () => time)];
    connect(a, b);
    const cancel = a.reserve(payer);
    time += HOUR_MS;
    b.reserve(payer);
    cancel();
    for (const quotas of [a, b]) assert.throws(() => quotas.reserve(payer), RateLimitedError);
  });

  test('limit session starts together', () => {
    const [a, b] = [new SessionStarts(2, now), new SessionStarts(2, now)];
    connect(a, b);
    assert.ok(a.take('1') && b.take('1'));
    assert.deepEqual([a.take('1'), b.take('1'), a.limitOf('1').remaining], [false, false, 0]);
  });

  test('limit wrong two-factor codes together', () => {
    const [a, b] = [new CodeAttempts(now), new CodeAttempts(now)];
    connect(a, b);
    for (const attempts of [a, b, a, b]) attempts.fail('1');
    assert.equal(a.wait('1'), 0);
    b.fail('1');
    for (const attempts of [a, b]) assert.ok(attempts.wait('1') > 0);
  });
});
