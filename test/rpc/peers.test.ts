import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PeerCheck } from '#guildhall/net/peer-check.js';
import { APPLICATION, ORIGIN, withMockRpc } from '../helpers/mock-rpc.js';
import { RawRpcClient } from '../helpers/rpc-client.js';

const nobody: PeerCheck = { guard: () => {}, isAllowed: () => false };

test(
  'a WebSocket of another user is closed with 4006 before anything is sent',
  withMockRpc(
    async ({ port }) => {
      // Neither client id nor Origin make a difference.
      for (const [clientId, origin] of [
        [APPLICATION.id, ORIGIN],
        ['7', 'https://evil.example'],
      ] as const) {
        const client = await RawRpcClient.open({ port, clientId, origin });
        const first = await Promise.race([client.closed, client.next()]);
        client.socket.terminate();
        assert.deepEqual(first, { code: 4006, reason: 'Invalid User' });
      }
    },
    { peers: nobody },
  ),
);

test(
  'a request of another user is answered with 403, and its connection is closed',
  withMockRpc(
    async ({ port }) => {
      for (const [method, path] of [
        ['GET', '/'],
        ['POST', `/rpc?v=1&client_id=${APPLICATION.id}`],
        ['OPTIONS', `/rpc?v=1&client_id=${APPLICATION.id}`],
        ['GET', '/users/@me'],
      ] as const) {
        const response = await fetch(`http://127.0.0.1:${port}${path}`, { method });
        assert.equal(response.status, 403, `${method} ${path}`);
        assert.equal(response.headers.get('connection'), 'close');
        assert.deepEqual(await response.json(), { code: 0, message: 'Forbidden user' });
      }
    },
    { peers: nobody },
  ),
);
