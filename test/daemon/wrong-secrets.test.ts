import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TestDaemon, withDaemon } from '../helpers/daemon.js';
import { RawRpcClient } from '../helpers/rpc-client.js';
import {
  accessToken,
  GAME_ORIGIN,
  type Person,
  registerGame,
  type TestApplication,
} from '../helpers/service.js';

/** Wrong secrets sent to a whole daemon lock nobody out (docs/adr/0012). */

function tokenRequest(
  daemon: TestDaemon,
  form: Record<string, string>,
  headers: Record<string, string> = {},
) {
  const body = new URLSearchParams({ grant_type: 'client_credentials', scope: 'identify', ...form });
  return fetch(`${daemon.runtime.api.url}/oauth2/token`, { method: 'POST', headers, body });
}

const withSecret = ({ id, client_secret }: TestApplication, secret = client_secret) => ({
  client_id: id,
  client_secret: secret,
});

/** A game with a token that the daemon has not seen yet, and another game. */
async function setUp(daemon: TestDaemon) {
  const game = await registerGame(daemon);
  const other = await registerGame(daemon, '--name', 'Other');
  const person = await daemon.cli<Person>('whoami');
  const token = await accessToken(daemon.runtime.api.url, game, person, ['rpc', 'rpc.api']);
  return { game, other, token };
}

/** Everything that needs a right secret works at once. */
async function assertServed(daemon: TestDaemon, { game, other, token }: Awaited<ReturnType<typeof setUp>>) {
  for (const application of [game, other]) {
    assert.equal((await tokenRequest(daemon, withSecret(application))).status, 200);
  }
  const { port } = daemon.runtime.rpc;
  const client = await RawRpcClient.connect({ port, clientId: game.id, origin: GAME_ORIGIN });
  const reply = await client.request('AUTHENTICATE', { access_token: token });
  assert.equal(reply.evt, null, JSON.stringify(reply));
  await client.close();
  const proxied = await fetch(`http://127.0.0.1:${port}/users/@me`, {
    headers: { authorization: `Bearer ${token}` },
  });
  assert.equal(proxied.status, 200);
}

test(
  'forms of a web page with wrong secrets are refused and use up nothing',
  withDaemon(async (daemon) => {
    const world = await setUp(daemon);
    for (let time = 0; time < 60; time += 1) {
      const named = time % 2 === 0 ? withSecret(world.game, 'wrong') : { client_id: '1', client_secret: 'x' };
      const page = { origin: 'https://evil.example' };
      assert.equal((await tokenRequest(daemon, named, page)).status, 403);
    }
    assert.equal((await tokenRequest(daemon, withSecret(world.other, 'wrong'))).status, 401);
    await assertServed(daemon, world);
  }),
);

test(
  'a program with wrong secrets and tokens is limited, while correct ones are accepted',
  withDaemon(async (daemon) => {
    const world = await setUp(daemon);
    const statuses: number[] = [];
    for (let time = 0; time < 60; time += 1) {
      statuses.push((await tokenRequest(daemon, withSecret(world.game, `wrong-${time}`))).status);
      await tokenRequest(daemon, { client_id: String(time), client_secret: 'x' });
    }
    assert.deepEqual([statuses[0], statuses.at(-1)], [401, 429]);
    const { port } = daemon.runtime.rpc;
    const guesser = await RawRpcClient.connect({ port, clientId: world.game.id, origin: GAME_ORIGIN });
    for (let time = 0; time < 40; time += 1) {
      guesser.send({ cmd: 'AUTHENTICATE', args: { access_token: `guess-${time}` }, nonce: time });
    }
    assert.equal((await guesser.closed).code, 4002);
    await assertServed(daemon, world);
  }),
);
