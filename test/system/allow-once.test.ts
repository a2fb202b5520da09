import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { test } from 'node:test';
import { TestDaemon } from '../helpers/daemon.js';
import { eventually } from '../helpers/eventually.js';
import { RawRpcClient } from '../helpers/rpc-client.js';
import { exchangeCode, GAME_ORIGIN, registerGame, type TestApplication } from '../helpers/service.js';

function connect(daemon: TestDaemon, { id }: TestApplication): Promise<RawRpcClient> {
  return RawRpcClient.connect({ port: daemon.runtime.rpc.port, clientId: id, origin: GAME_ORIGIN });
}

/** An access token that the person allows by the CLI, with more flags. */
async function allowed(
  daemon: TestDaemon,
  client: RawRpcClient,
  game: TestApplication,
  ...flags: string[]
): Promise<string> {
  const reply = client.request('AUTHORIZE', { client_id: game.id, scopes: ['rpc', 'identify'] });
  const [waiting] = await eventually(async () => {
    const list = await daemon.cli<{ id: string }[]>('consent', 'list');
    return list.length === 1 && list;
  });
  await daemon.run('consent', 'approve', waiting?.id ?? '', ...flags);
  const token = await exchangeCode(daemon.runtime.api.url, game, String((await reply).data?.code));
  assert.equal((await client.request('AUTHENTICATE', { access_token: token })).evt, null);
  return token;
}

async function isValid(daemon: TestDaemon, token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${daemon.runtime.api.url}/oauth2/@me`, { headers })).ok;
}

const grantsOf = (daemon: TestDaemon) => daemon.cli<{ once?: boolean }[]>('grants', 'list');

test('what is allowed once ends with its connection, also when the daemon is killed; what is allowed stays', async () => {
  let daemon = await TestDaemon.start();
  const { home } = daemon;
  try {
    // AUTHORIZE redirects nobody: it does not matter that several addresses are registered.
    const game = await registerGame(daemon, '--redirect', 'http://localhost:3000/other');
    assert.equal(game.redirect_uris.length, 2);
    const first = await connect(daemon, game);
    const once = await allowed(daemon, first, game);
    assert.equal(await isValid(daemon, once), true);
    await first.close();
    await eventually(async () => !(await isValid(daemon, once)));
    assert.deepEqual(await grantsOf(daemon), []);

    const second = await connect(daemon, game);
    assert.equal((await second.request('AUTHENTICATE', { access_token: once })).data?.code, 4009);
    const killed = await allowed(daemon, second, game);
    assert.equal((await grantsOf(daemon))[0]?.once, true);
    await daemon.end('SIGKILL');
    daemon = await TestDaemon.start({ home });
    await eventually(async () => !(await isValid(daemon, killed)));
    assert.deepEqual(await grantsOf(daemon), []);

    const third = await connect(daemon, game);
    const lasting = await allowed(daemon, third, game, '--remember');
    await third.close();
    const again = await connect(daemon, game);
    assert.equal((await again.request('AUTHENTICATE', { access_token: lasting })).evt, null);
    await again.close();
    assert.equal((await grantsOf(daemon))[0]?.once, false);
  } finally {
    await daemon.stop();
    await rm(home, { recursive: true, force: true });
  }
});
