import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startApiService } from '#guildhall/api/compose/start-api.js';
import { allowAnyPeer } from '#guildhall/net/peer-check.js';
import { systemClock } from '#guildhall/platform/clock.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { openStore } from '#guildhall/store/sqlite/open-store.js';
import { TestDaemon } from '../helpers/daemon.js';
import { eventually } from '../helpers/eventually.js';
import { RawRpcClient } from '../helpers/rpc-client.js';
import { accessToken, GAME_ORIGIN, GAME_REDIRECT, type Person } from '../helpers/service.js';
import { TlsFront } from '../helpers/tls-front.js';

/** A service behind TLS, as a remote one is: everything of the daemon goes over https and wss. */

test('a daemon speaks to a service over https and wss, and to none whose certificate is not trusted', async () => {
  const tls = await TlsFront.start();
  const apiUrl = `${tls.url}/api`;
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-api-'));
  const service = await startApiService({
    openStore: (onError) => openStore(join(folder, 'guildhall.db'), onError),
    attachmentsPath: join(folder, 'attachments'),
    host: '127.0.0.1',
    peers: allowAnyPeer,
    port: 0,
    publicUrl: apiUrl,
    log: silentLogger,
    clock: systemClock,
  });
  tls.forwardTo(service.port);
  const flags = ['--api-url', apiUrl];
  const daemons: TestDaemon[] = [];
  try {
    const { administration } = service;
    const registered = { name: 'Game', rpc_origins: [GAME_ORIGIN], redirect_uris: [GAME_REDIRECT] };
    const game = await administration.createApplication({ ...registered, bot: false, approved: true });
    const person = await administration.createUser('Ada');
    const local = `http://127.0.0.1:${service.port}/api`;
    const token = await accessToken(local, game, person, ['rpc', 'rpc.api']);

    const daemon = await TestDaemon.start({ flags, environment: tls.trust });
    daemons.push(daemon);
    await daemon.runWithInput(person.token, 'login');
    await eventually(async () => {
      const status = await daemon.cli<{ api: { connected: boolean } }>('status');
      return status.api.connected;
    });
    const rpcPort = daemon.runtime.rpc.port;
    const client = await RawRpcClient.connect({ port: rpcPort, clientId: game.id, origin: GAME_ORIGIN });
    assert.equal((await client.request('AUTHENTICATE', { access_token: token })).evt, null);
    await client.close();
    const headers = { authorization: `Bearer ${token}` };
    const proxied = await fetch(`http://127.0.0.1:${rpcPort}/users/@me`, { headers });
    assert.equal(proxied.status, 200);
    assert.equal(((await proxied.json()) as Person).id, person.id);

    const distrustful = await TestDaemon.start({ flags, environment: { NODE_EXTRA_CA_CERTS: undefined } });
    daemons.push(distrustful);
    const refused = await fetch(`http://127.0.0.1:${distrustful.runtime.rpc.port}/users/@me`, { headers });
    assert.deepEqual(
      [refused.status, await refused.json()],
      [502, { code: 0, message: 'The service cannot be reached' }],
    );
    await assert.rejects(distrustful.runWithInput(person.token, 'login'), /certificate/);
  } finally {
    for (const daemon of daemons.reverse()) await daemon.stop();
    await service.stop();
    await tls.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
