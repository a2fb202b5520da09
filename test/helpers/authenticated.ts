import assert from 'node:assert/strict';
import type { TestDaemon } from './daemon.js';
import { RawRpcClient } from './rpc-client.js';
import { accessToken, GAME_ORIGIN, type Person, registerGame } from './service.js';

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
