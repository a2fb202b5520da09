import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withDaemon } from '../helpers/daemon.js';
import { RawRpcClient } from '../helpers/rpc-client.js';
import { GAME_ORIGIN, GAME_REDIRECT, type Person, registerGame, rest } from '../helpers/service.js';

for (const kind of ['access_token', 'refresh_token'] as const) {
  test(
    `revoking the ${kind} closes its connection with 4003, and invalidates the token`,
    withDaemon(async (daemon) => {
      const { url } = daemon.runtime.api;
      const game = await registerGame(daemon);
      const person = await daemon.cli<Person>('whoami');
      const asked = { client_id: game.id, scope: 'rpc', response_type: 'code', redirect_uri: GAME_REDIRECT };
      const path = `/oauth2/authorize?${new URLSearchParams(asked)}`;
      const { code } = (await rest(url, 'POST', path, person.token, { authorize: true })) as { code: string };
      const form = (fields: Record<string, string>) => ({
        method: 'POST',
        body: new URLSearchParams({ client_id: game.id, client_secret: game.client_secret, ...fields }),
      });
      const exchange = { grant_type: 'authorization_code', code, redirect_uri: GAME_REDIRECT };
      const given = await fetch(`${url}/oauth2/token`, form(exchange));
      const tokens = (await given.json()) as { access_token: string; refresh_token: string };

      const { port } = daemon.runtime.rpc;
      const client = await RawRpcClient.connect({ port, clientId: game.id, origin: GAME_ORIGIN });
      const authenticate = { access_token: tokens.access_token };
      assert.equal((await client.request('AUTHENTICATE', authenticate)).evt, null);
      const revoked = await fetch(`${url}/oauth2/token/revoke`, form({ token: tokens[kind] }));
      assert.equal(revoked.status, 200);
      assert.deepEqual(await client.closed, { code: 4003, reason: 'Token Revoked' });
      const again = await RawRpcClient.connect({ port, clientId: game.id, origin: GAME_ORIGIN });
      assert.equal((await again.request('AUTHENTICATE', authenticate)).data?.code, 4009);
      await again.close();
    }),
  );
}
