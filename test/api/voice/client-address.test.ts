import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClientAddress } from '#guildhall/api/voice/client-address.js';

const OWN = { address: '192.0.2.7', port: 0x1234 };

test('requests from other ports of the same IP address do not hide the one of the client', () => {
  for (const port of [OWN.port, 0x3412]) {
    const address = new ClientAddress();
    address.discover(OWN);
    for (let other = 50_000; other < 50_060; other += 1) address.discover({ ...OWN, port: other });
    assert.deepEqual(address.choose({ ...OWN, port }), OWN);
  }
});
