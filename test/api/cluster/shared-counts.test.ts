import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { GuestQuotas } from '#guildhall/api/accounts/guest-quotas.js';
import { CodeAttempts } from '#guildhall/api/accounts/two-factor/code-attempts.js';
import type { RemoteCounter } from '#guildhall/api/cluster/shared-counts.js';
import { RateLimitedError } from '#guildhall/api/rest/rate-limits/rate-limited-error.js';

const now = () => 1_000_000;

/** Passes each count of either one to the other. */
function connect(a: RemoteCounter, b: RemoteCounter): void {
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

  test('limit wrong two-factor codes together', () => {
    const [a, b] = [new CodeAttempts(now), new CodeAttempts(now)];
    connect(a, b);
    for (const attempts of [a, b, a, b]) attempts.fail('1');
    assert.equal(a.wait('1'), 0);
    b.fail('1');
    for (const attempts of [a, b]) assert.ok(attempts.wait('1') > 0);
  });
});
