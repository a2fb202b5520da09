import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TestDaemon, withDaemon } from '../helpers/daemon.js';
import { eventually } from '../helpers/eventually.js';
import { RawRpcClient } from '../helpers/rpc-client.js';
import { GAME_ORIGIN, GAME_REDIRECT, registerGame, type TestApplication } from '../helpers/service.js';

/** A code that was used once (docs/threat-model.md, Threats), through a whole daemon. */

const connect = (daemon: TestDaemon, game: TestApplication) =>
  RawRpcClient.connect({ port: daemon.runtime.rpc.port, clientId: game.id, origin: GAME_ORIGIN });

/** POSTs a form as a game's server would. */
async function post(daemon: TestDaemon, path: string, fields: Record<string, string>) {
  const body = new URLSearchParams(fields);
  const response = await fetch(`${daemon.runtime.api.url}${path}`, { method: 'POST', body });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

const exchange = (daemon: TestDaemon, game: TestApplication, code: string) =>
  post(daemon, '/oauth2/token', {
    grant_type: 'authorization_code',
    client_id: game.id,
    client_secret: game.client_secret,
    redirect_uri: GAME_REDIRECT,
    code,
  });

/** A code that the person agreed to by the CLI. */
async function authorizedCode(
  daemon: TestDaemon,
  client: RawRpcClient,
  game: TestApplication,
): Promise<string> {
  const reply = client.request('AUTHORIZE', { client_id: game.id, scopes: ['rpc'] });
  const [waiting] = await eventually(async () => {
    const list = await daemon.cli<{ id: string }[]>('consent', 'list');
    return list.length > 0 && list;
  });
  await daemon.cli('consent', 'approve', waiting?.id ?? '');
  return String((await reply).data?.code);
}

test(
  'an authorization code works once; replaying it is refused and revokes its tokens',
  withDaemon(async (daemon) => {
    const game = await registerGame(daemon);
    const client = await connect(daemon, game);
    const code = await authorizedCode(daemon, client, game);
    const thief = await registerGame(daemon);
    assert.equal((await exchange(daemon, thief, code)).body.error, 'invalid_grant');

    const second = await authorizedCode(daemon, client, game);
    const { access_token: token = '' } = (await exchange(daemon, game, second)).body;
    assert.equal((await client.request('AUTHENTICATE', { access_token: token })).evt, null);
    const replayed = await exchange(daemon, game, second);
    assert.deepEqual([replayed.status, replayed.body.error], [400, 'invalid_grant']);
    assert.equal((await client.closed).code, 4003);
    const late = await connect(daemon, game);
    assert.equal((await late.request('AUTHENTICATE', { access_token: token })).data?.code, 4009);
    await late.close();
  }),
);
