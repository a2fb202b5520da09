import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InvalidKeyError, SealKey, sealText } from '#guildhall/platform/crypto/sealed-text.js';

test('a sealed text is read with its key and context, and with no other', () => {
  const [key, other] = [new SealKey(), new SealKey()];
  const sealed = sealText('Grüße', key.publicKey, 'a');
  assert.equal(key.open(sealed, 'a'), 'Grüße');
  assert.equal(key.open(sealed, 'b'), null);
  assert.equal(other.open(sealed, 'a'), null);
  assert.notEqual(sealText('Grüße', key.publicKey, 'a'), sealed);
});

test('a sealed text that was changed or cut anywhere is not read', () => {
  const key = new SealKey();
  const sealed = Buffer.from(sealText('secret', key.publicKey, ''), 'base64url');
  for (let index = 0; index < sealed.length; index++) {
    const changed = Buffer.from(sealed);
    // The highest bit of a public key means nothing.
    changed.writeUInt8((sealed[index] ?? 0) ^ 1, index);
    assert.equal(key.open(changed.toString('base64url'), ''), null, `byte ${index}`);
    assert.equal(key.open(sealed.subarray(0, index).toString('base64url'), ''), null);
  }
});

test('nothing is sealed for an invalid key, or one that gives a known secret', () => {
  const one = Buffer.alloc(32);
  one[0] = 1;
  for (const key of ['', 'AAAA', 'A'.repeat(43), one.toString('base64url')]) {
    assert.throws(() => sealText('secret', key, ''), InvalidKeyError);
  }
});
