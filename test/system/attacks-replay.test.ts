import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TestDaemon, withDaemon } from '../helpers/daemon.js';
import { eventually } from '../helpers/eventually.js';
import { RawRpcClient } from '../helpers/rpc-client.js';
import {
  GAME_ORIGIN,
  GAME_REDIRECT,
  type Person,
  registerGame,
  rest,
  type TestApplication,
} from '../helpers/service.js';

/** Codes and tokens that were used once (SECURITY.md, Threats), through a whole daemon. */

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

test(
  'an rpc_token authorizes once without asking, and only its own application',
  withDaemon(async (daemon) => {
    const game = await registerGame(daemon);
    const other = await registerGame(daemon);
    const { id: client_id, client_secret } = game;
    const newToken = async () =>
      (await post(daemon, '/oauth2/token/rpc', { client_id, client_secret })).body.rpc_token ?? '';
    const authorize = (client: RawRpcClient, app: TestApplication, rpc_token: string) =>
      client.request('AUTHORIZE', { client_id: app.id, scopes: ['rpc'], rpc_token });

    const thief = await connect(daemon, other);
    const client = await connect(daemon, game);
    assert.equal((await authorize(thief, other, await newToken())).data?.code, 5000);
    const token = await newToken();
    const replies = await Promise.all(Array.from({ length: 8 }, () => authorize(client, game, token)));
    const codes = replies.flatMap(({ evt, data }) => (evt === null ? [String(data?.code)] : []));
    assert.equal(codes.length, 1);
    for (const { evt, data } of replies) if (evt !== null) assert.equal(data?.code, 5000);
    assert.equal((await authorize(client, game, token)).data?.code, 5000);
    assert.deepEqual(await daemon.cli('consent', 'list'), []);
    assert.equal((await exchange(daemon, game, codes[0] ?? '')).status, 200);
    await Promise.all([thief.close(), client.close()]);
  }),
);

test(
  'an access token is good for its own application and its own person only',
  withDaemon(async (daemon) => {
    const [game, other] = [await registerGame(daemon), await registerGame(daemon)];
    const grace = await daemon.cli<Person>('users', 'create', '--username', 'grace');
    const query = new URLSearchParams({
      client_id: game.id,
      scope: 'rpc rpc.api',
      response_type: 'code',
      redirect_uri: GAME_REDIRECT,
    });
    const tokenOf = async (person: Person) => {
      const path = `/oauth2/authorize?${query}`;
      const granted = await rest(daemon.runtime.api.url, 'POST', path, person.token, { authorize: true });
      return (await exchange(daemon, game, (granted as { code: string }).code)).body.access_token ?? '';
    };
    const [own, hers] = [await tokenOf(await daemon.cli<Person>('whoami')), await tokenOf(grace)];
    const client = await connect(daemon, game);
    const thief = await connect(daemon, other);
    const tried = async (by: RawRpcClient, access_token: string) =>
      (await by.request('AUTHENTICATE', { access_token })).data?.message ?? null;
    assert.equal(await tried(thief, own), 'Invalid token');
    assert.equal(await tried(client, hers), 'Token does not match current user');
    const rpc = `http://127.0.0.1:${daemon.runtime.rpc.port}/users/@me`;
    const statusOf = async (token: string) =>
      (await fetch(rpc, { headers: { authorization: `Bearer ${token}` } })).status;
    assert.deepEqual([await statusOf(hers), await statusOf(own)], [401, 200]);
    await Promise.all([client.close(), thief.close()]);
  }),
);
