import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findNearestName } from '#guildhall/platform/text/nearest-name.js';

const KNOWN = ['api_port', 'api_url', 'rpc_ports', 'log_level'];

test('a misspelled name suggests the most similar one', () => {
  for (const [name, expected] of [
    ['api_prot', 'api_port'],
    ['rpc_port', 'rpc_ports'],
    ['loglevel', 'log_level'],
    ['apiurl', 'api_url'],
    ['api_urls', 'api_url'],
  ] as const)
    assert.equal(findNearestName(name, KNOWN), expected, name);
});

test('a name without a similar one suggests nothing', () => {
  for (const name of ['', 'x', 'database', 'home']) assert.equal(findNearestName(name, KNOWN), null, name);
});
