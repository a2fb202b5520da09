import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createTotpSecret, matchTotp, totpCode, totpUri } from '#guildhall/platform/crypto/totp.js';

// RFC 6238, appendix B, with SHA-1: the last six of its eight digits.
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const VECTORS: [seconds: number, code: string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
];

describe('A time-based code', () => {
  for (const [seconds, code] of VECTORS) {
    test(`at ${seconds} s is that of RFC 6238`, () => {
      assert.equal(totpCode(SECRET, Math.floor(seconds / 30)), code);
    });
  }

  test('matches only in its own and the adjacent steps', () => {
    const step = 50_000_000;
    const code = totpCode(SECRET, step);
    const at = (offset: number) => matchTotp(SECRET, code, (step + offset) * 30_000, 0);
    assert.deepEqual([-2, -1, 0, 1, 2].map(at), [null, step, step, step, null]);
  });

  test('does not match after a code of the same or a later step was used', () => {
    const step = 50_000_000;
    const match = (after: number) => matchTotp(SECRET, totpCode(SECRET, step), step * 30_000, after);
    assert.deepEqual([match(step - 1), match(step), match(step + 1)], [step, null, null]);
  });

  for (const code of ['', '28708', '2870822', 'abcdef', '２８７０８２']) {
    test(`is not ${JSON.stringify(code)}`, () => {
      assert.equal(matchTotp(SECRET, code, 59_000, 0), null);
    });
  }
});

test('a secret has 160 random bits in base32, and its otpauth URL contains it', () => {
  const secret = createTotpSecret();
  assert.match(secret, /^[A-Z2-7]{32}$/);
  assert.notEqual(createTotpSecret(), secret);
  const uri = new URL(totpUri('Guildhall', 'Ada & Co#0001', secret));
  assert.deepEqual(
    [uri.protocol, uri.host, decodeURIComponent(uri.pathname)],
    ['otpauth:', 'totp', '/Guildhall:Ada & Co#0001'],
  );
  assert.deepEqual(Object.fromEntries(uri.searchParams), { secret, issuer: 'Guildhall' });
});
