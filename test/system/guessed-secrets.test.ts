import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withDaemon } from '../helpers/daemon.js';
import { RawRpcClient } from '../helpers/rpc-client.js';
import { accessToken, GAME_ORIGIN, type Person, registerGame } from '../helpers/service.js';

/** rpc-facts.md, Threats: one limiter for AUTHENTICATE, `/oauth2/*` and the proxy together. */

test(
  'wrong secrets of applications and wrong tokens use up one budget; who was right before goes on',
  withDaemon(
    async (daemon) => {
      const { api, rpc } = daemon.runtime;
      const game = await registerGame(daemon);
      const person = await daemon.cli<Person>('whoami');
      const token = await accessToken(api.url, game, person, ['rpc', 'rpc.api']);
      const proxied = (bearer: string) =>
        fetch(`http://127.0.0.1:${rpc.port}/users/@me`, { headers: { authorization: `Bearer ${bearer}` } });
      const logIn = async (client_secret: string) => {
        const body = new URLSearchParams({ client_id: game.id, client_secret, token: 'any' });
        return (await fetch(`${api.url}/oauth2/token/revoke`, { method: 'POST', body })).status;
      };
      assert.equal((await proxied(token)).status, 200);

      const client = await RawRpcClient.connect({ port: rpc.port, clientId: game.id, origin: GAME_ORIGIN });
      assert.equal((await client.request('AUTHENTICATE', { access_token: 'a' })).data?.code, 4009);
      assert.equal((await proxied('b')).status, 401);
      let logins = 0;
      while (logins < 10 && (await logIn(`guess-${logins}`)) === 401) logins += 1;
      // Four are left of six, and one comes back every ten seconds.
      assert.ok(logins >= 4 && logins <= 6, `${logins} logins were tried`);
      const limited = await proxied('c');
      assert.equal(limited.status, 429);
      assert.ok(Number(limited.headers.get('retry-after')) >= 1);
      assert.equal(await logIn('c'), 429);
      client.send({ cmd: 'AUTHENTICATE', args: { access_token: 'c' }, nonce: 1 });
      assert.deepEqual(await client.closed, { code: 4002, reason: 'Rate Limited' });

      assert.equal((await proxied(token)).status, 200);
      assert.equal(await logIn(game.client_secret), 200);
    },
    { environment: { GUILDHALL_RPC_MAX_FAILED_AUTHENTICATIONS: '6' } },
  ),
);
