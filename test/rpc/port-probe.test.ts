import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServiceError } from '#guildhall/client/service-error.js';
import { send } from '../control/http.js';
import { type MockRpc, ORIGIN, withMockRpc } from '../helpers/mock-rpc.js';

/** GET /, by which clients find the port (docs/for-games.md, In a browser). */

const NAMED = '/?v=1&client_id=100';

const probe = ({ port }: MockRpc, path: string, headers: Record<string, string> = {}, method = 'GET') =>
  send(`http://127.0.0.1:${port}${path}`, { method, headers });

test(
  'GET / is 404 for everybody, and readable for a registered page that names its application',
  withMockRpc(async (mock) => {
    const rows: readonly [path: string, headers: Record<string, string>, readable: string | undefined][] = [
      ['/', {}, undefined],
      [NAMED, {}, undefined],
      [NAMED, { origin: ORIGIN }, ORIGIN],
      ['/', { origin: ORIGIN }, undefined],
      ['/?v=1&client_id=7', { origin: ORIGIN }, undefined],
      [NAMED, { origin: 'https://evil.example' }, undefined],
      [NAMED, { origin: 'null' }, undefined],
    ];
    for (const [path, sent, readable] of rows) {
      const { status, headers } = await probe(mock, path, sent);
      assert.deepEqual([status, headers['access-control-allow-origin']], [404, readable], path);
    }
  }),
);

test(
  'GET / is 404 while the service cannot be asked about the application',
  withMockRpc(async (mock) => {
    mock.client.application = async () => {
      throw new ServiceError('The service cannot be reached', 0);
    };
    assert.equal((await probe(mock, NAMED, { origin: ORIGIN })).status, 404);
  }),
);

test(
  'a preflight of GET / is answered for registered pages only, with the header of Private Network Access if it is asked for',
  withMockRpc(async (mock) => {
    const ask = { 'access-control-request-method': 'GET' };
    const plain = await probe(mock, NAMED, { origin: ORIGIN, ...ask }, 'OPTIONS');
    assert.deepEqual([plain.status, plain.headers['access-control-allow-private-network']], [204, undefined]);
    const privately = { ...ask, 'access-control-request-private-network': 'true' };
    const allowed = await probe(mock, NAMED, { origin: ORIGIN, ...privately }, 'OPTIONS');
    assert.deepEqual(
      [allowed.status, allowed.headers['access-control-allow-private-network']],
      [204, 'true'],
    );
    const refused = await probe(mock, NAMED, { origin: 'https://evil.example', ...privately }, 'OPTIONS');
    assert.deepEqual(
      [refused.status, refused.headers['access-control-allow-private-network']],
      [403, undefined],
    );
  }),
);
