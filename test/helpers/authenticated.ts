import assert from 'node:assert/strict';
import type { TestDaemon } from './daemon.js';
import { eventually } from './eventually.js';
import { RawRpcClient } from './rpc-client.js';
import { accessToken, exchangeCode, GAME_ORIGIN, type Person, registerGame } from './service.js';

/** A game's connection to a daemon, authenticated for the signed-in person. */
export async function connectGame(daemon: TestDaemon, scopes = ['rpc']): Promise<RawRpcClient> {
  const game = await registerGame(daemon);
  const person = await daemon.cli<Person>('whoami');
  const token = await accessToken(daemon.runtime.api.url, game, person, scopes);
  const client = await RawRpcClient.connect({
    port: daemon.runtime.rpc.port,
    clientId: game.id,
    origin: GAME_ORIGIN,
  });
  const reply = await client.request('AUTHENTICATE', { access_token: token });
  assert.equal(reply.evt, null, JSON.stringify(reply));
  return client;
}

/** The same, authorized by AUTHORIZE, with the person's permission to record keys on this connection. */
export async function connectCapturingGame(daemon: TestDaemon): Promise<RawRpcClient> {
  const { api, rpc } = daemon.runtime;
  const game = await registerGame(daemon);
  const client = await RawRpcClient.connect({ port: rpc.port, clientId: game.id, origin: GAME_ORIGIN });
  const authorized = client.request('AUTHORIZE', { client_id: game.id, scopes: ['rpc'] });
  const id = await eventually(async () => {
    const waiting = await daemon.cli<{ id: string; application: { id: string } }[]>('consent', 'list');
    return waiting.find(({ application }) => application.id === game.id)?.id;
  });
  await daemon.cli('consent', 'approve', id ?? '', '--allow-capture');
  const { data } = await authorized;
  const token = await exchangeCode(api.url, game, String(data?.code));
  const reply = await client.request('AUTHENTICATE', { access_token: token });
  assert.equal(reply.evt, null, JSON.stringify(reply));
  return client;
}
