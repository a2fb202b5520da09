import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TestService } from '../api/support/test-service.js';
import { TestDaemon } from '../helpers/daemon.js';
import { eventually } from '../helpers/eventually.js';
import { RawRpcClient } from '../helpers/rpc-client.js';
import { ScriptedService } from '../helpers/scripted-service.js';
import { GAME_ORIGIN, registerGame } from '../helpers/service.js';

/** What the RPC port knows of applications, after they have changed (docs/gateway.md, Applications). */

const OTHER_ORIGIN = 'https://other.example';

/** How a connection ends up: `READY`, or the code that it is closed with. */
async function connect(daemon: TestDaemon, clientId: string, origin: string): Promise<string> {
  const { port } = daemon.runtime.rpc;
  const client = await RawRpcClient.open({ port, clientId, origin });
  const ready = client.next().then(
    () => 'READY',
    async () => String((await client.closed).code),
  );
  const outcome = await ready;
  if (outcome === 'READY') await client.close();
  return outcome;
}

async function untilSignedIn(daemon: TestDaemon): Promise<void> {
  const isConnected = async () => (await daemon.cli<{ api: { connected: boolean } }>('status')).api.connected;
  await eventually(isConnected, { describe: () => 'the daemon has no session at the service' });
}

test('a change of an application acts on the next connection to the RPC port', async () => {
  const daemon = await TestDaemon.start();
  try {
    const { id } = await registerGame(daemon);
    for (let round = 0; round < 5; round += 1) {
      assert.equal(await connect(daemon, id, GAME_ORIGIN), 'READY');
      assert.equal(await connect(daemon, id, GAME_ORIGIN), 'READY');
      await daemon.cli('apps', 'update', id, '--origin', OTHER_ORIGIN);
      assert.equal(await connect(daemon, id, GAME_ORIGIN), '4001');
      assert.equal(await connect(daemon, id, OTHER_ORIGIN), 'READY');
      await daemon.cli('apps', 'update', id, '--origin', GAME_ORIGIN);
      assert.equal(await connect(daemon, id, OTHER_ORIGIN), '4001');
    }
    assert.equal(await connect(daemon, id, GAME_ORIGIN), 'READY');
    await daemon.cli('apps', 'delete', id, '--yes');
    assert.equal(await connect(daemon, id, GAME_ORIGIN), '4001');
  } finally {
    await daemon.stop();
  }
});

test('a change at a remote service acts on the next connection to the RPC port', async () => {
  const service = await TestService.start();
  const daemon = await TestDaemon.start({ flags: ['--api-url', service.url] });
  try {
    const { administration } = service.api;
    const [person, { id }] = await Promise.all([service.person(), service.game()]);
    await daemon.runWithInput(person.token, 'login');
    await untilSignedIn(daemon);
    assert.equal(await connect(daemon, id, GAME_ORIGIN), 'READY');
    for (let round = 0; round < 5; round += 1) {
      await administration.updateApplication(id, { rpc_origins: [OTHER_ORIGIN] });
      assert.equal(await connect(daemon, id, GAME_ORIGIN), '4001');
      await administration.updateApplication(id, { rpc_origins: [GAME_ORIGIN] });
      assert.equal(await connect(daemon, id, GAME_ORIGIN), 'READY');
    }
    await administration.deleteApplication(id, false);
    assert.equal(await connect(daemon, id, GAME_ORIGIN), '4001');
  } finally {
    await daemon.stop();
    await service.stop();
  }
});

test('a remote service is asked once about an application until it reports a change or is disconnected', async () => {
  const service = await ScriptedService.start();
  const daemon = await TestDaemon.start({ flags: ['--api-url', service.url] });
  const user = { id: '1', username: 'ada', discriminator: '0001', avatar: null };
  const path = '/oauth2/applications/100/rpc';
  const game = { id: '100', name: 'Game', description: '', icon: null, rpc_origins: [GAME_ORIGIN] };
  service.answers.set('GET /users/@me', { status: 200, body: user });
  service.answers.set(`GET ${path}`, { status: 200, body: game });
  const lookups = () => service.requests.filter(({ url }) => url === path).length;
  const connectTwice = async () => {
    for (const _ of [1, 2]) assert.equal(await connect(daemon, game.id, GAME_ORIGIN), 'READY');
  };
  try {
    await daemon.runWithInput('secret', 'login');
    const gateway = await service.accept();
    await gateway.next(2);
    const ready = { v: 6, user, guilds: [], session_id: 'session-1', application_updates: true };
    gateway.dispatch(1, 'READY', ready);
    await untilSignedIn(daemon);
    await connectTwice();
    assert.equal(lookups(), 1);
    gateway.dispatch(2, 'OAUTH2_APPLICATIONS_UPDATE', {});
    await connectTwice();
    assert.equal(lookups(), 2);
    gateway.close(4000);
    await gateway.closed;
    await connectTwice();
    assert.equal(lookups(), 4);
  } finally {
    await daemon.stop();
    await service.stop();
  }
});
