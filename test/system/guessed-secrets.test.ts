import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withDaemon } from '../helpers/daemon.js';
import { RawRpcClient } from '../helpers/rpc-client.js';
import { accessToken, GAME_ORIGIN, type Person, registerGame } from '../helpers/service.js';

/** Calls with wrong secrets until one is answered with 429. @returns how many were answered with 401 */
async function untilLimited(attempt: (secret: string) => Promise<number>): Promise<number> {
  for (let count = 0; count < 10; count += 1) {
    const status = await attempt(`guess-${count}`);
    if (status === 429) return count;
    assert.equal(status, 401);
  }
  return assert.fail('wrong secrets were never limited');
}

test(
  'wrong secrets of applications and wrong tokens use up one budget, and right ones continue',
  withDaemon(
    async (daemon) => {
      const { api, rpc } = daemon.runtime;
      const game = await registerGame(daemon);
      const person = await daemon.cli<Person>('whoami');
      const token = await accessToken(api.url, game, person, ['rpc', 'rpc.api']);
      const proxied = async (bearer: string) => {
        const headers = { authorization: `Bearer ${bearer}` };
        const response = await fetch(`http://127.0.0.1:${rpc.port}/users/@me`, { headers });
        // Read whole, so that later calls use the connection again: it is the peer whose failures count.
        await response.text();
        return response.status;
      };
      const logIn = async (client_secret: string) => {
        const body = new URLSearchParams({ client_id: game.id, client_secret, token: 'any' });
        return (await fetch(`${api.url}/oauth2/token/revoke`, { method: 'POST', body })).status;
      };
      // The budget has six, and one comes back every ten seconds.
      const logins = await untilLimited(logIn);
      assert.ok(logins >= 6, `${logins} wrong secrets were answered as what they are`);
      // Each connection has three failures of its own; nothing of the budget is left.
      assert.ok((await untilLimited(proxied)) >= 3);
      const client = await RawRpcClient.connect({ port: rpc.port, clientId: game.id, origin: GAME_ORIGIN });
      for (const wrong of ['a', 'b', 'c']) {
        assert.equal((await client.request('AUTHENTICATE', { access_token: wrong })).data?.code, 4009);
      }
      // On a busy machine some of the budget has come back by now.
      for (const wrong of ['d', 'e', 'f'])
        client.send({ cmd: 'AUTHENTICATE', args: { access_token: wrong }, nonce: wrong });
      assert.deepEqual(await client.closed, { code: 4002, reason: 'Rate Limited' });

      assert.equal(await proxied(token), 200);
      assert.equal(await logIn(game.client_secret), 200);
    },
    { environment: { GUILDHALL_RPC_MAX_FAILED_AUTHENTICATIONS: '6' } },
  ),
);
