import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { describe, test } from 'node:test';
import {
  type AddressScope,
  addressScope,
  isThisMachine,
  mayNameAddress,
} from '#guildhall/net/address-scope.js';
import { scopedLookup } from '#guildhall/net/scoped-lookup.js';

const ADDRESSES = {
  public: ['8.8.8.8', '172.32.0.1', '2606:4700::1', '::ffff:8.8.8.8', '64:ff9b::808:808'],
  private: [
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '198.18.0.1',
    'fd00::1',
    'fe80::1',
    '::ffff:10.0.0.1',
  ],
  loopback: ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'],
} as const;

test('localhost and loopback addresses are this machine, names with such a prefix are not', () => {
  const here = ['localhost', '127.0.0.1', '127.8.8.8', '::1'];
  const elsewhere = ['localhost.example', '127.0.0.1.example', '10.0.0.1', '0.0.0.0', 'db.example', ''];
  assert.deepEqual([...here, ...elsewhere].filter(isThisMachine), here);
});

describe('The scope of an address', () => {
  for (const [scope, addresses] of Object.entries(ADDRESSES)) {
    for (const address of addresses) {
      test(`of ${address} is ${scope}`, () => assert.equal(addressScope(address), scope));
    }
  }

  for (const address of [
    '0.0.0.0',
    '::',
    '224.0.0.1',
    'ff02::1',
    '255.255.255.255',
    '240.0.0.1',
    'localhost',
    '',
  ]) {
    test(`of ${JSON.stringify(address)} is null: it is not an address of a host`, () => {
      assert.equal(addressScope(address), null);
    });
  }

  test("refuses addresses that are more internal than the server's own", () => {
    const named = (server: AddressScope) =>
      Object.values(ADDRESSES).map((addresses) => addresses.every((each) => mayNameAddress(server, each)));
    assert.deepEqual(named('public'), [true, false, false]);
    assert.deepEqual(named('private'), [true, true, false]);
    assert.deepEqual(named('loopback'), [true, true, true]);
    assert.equal(mayNameAddress('loopback', '255.255.255.255'), false);
  });
});

describe('A lookup within a scope', () => {
  /** @returns the permitted ones of the addresses that a name has */
  const lookUp = (scope: AddressScope, addresses: readonly string[], all: boolean) =>
    new Promise((resolve, reject) => {
      const resolver = (_: string, __: object, found: (error: null, all: LookupAddress[]) => void) =>
        found(
          null,
          addresses.map((address) => ({ address, family: 4 })),
        );
      scopedLookup(scope, resolver)('voice.example', { all }, (error, found) =>
        error === null ? resolve(found) : reject(error),
      );
    });

  test('skips addresses that the server may not name', async () => {
    const found = await lookUp('public', ['127.0.0.1', '8.8.8.8', '10.0.0.1'], true);
    assert.deepEqual(found, [{ address: '8.8.8.8', family: 4 }]);
    assert.equal(await lookUp('private', ['127.0.0.1', '10.0.0.1'], false), '10.0.0.1');
  });

  test('fails without a permitted address', async () => {
    await assert.rejects(lookUp('public', ['127.0.0.1'], true), { name: 'ForbiddenAddressError' });
  });
});
