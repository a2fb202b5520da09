import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withDaemon } from '../helpers/daemon.js';
import { accessToken, makeWorld } from '../helpers/service.js';
import { bearer } from '../rpc/proxied-game.js';

test(
  'a game calls the REST interface of a whole daemon in the name of its person',
  withDaemon(async (daemon) => {
    const world = await makeWorld(daemon);
    const token = await accessToken(daemon.runtime.api.url, world.game, world.person, ['rpc', 'rpc.api']);
    const rpc = `http://127.0.0.1:${daemon.runtime.rpc.port}`;
    const guilds = await fetch(`${rpc}/users/@me/guilds`, { headers: bearer(token) });
    assert.equal(guilds.status, 200);
    const [guild] = (await guilds.json()) as { id: string; owner: boolean; name: string }[];
    assert.deepEqual([guild?.id, guild?.owner, guild?.name], [world.guildId, false, 'World']);
    // The token may use the service, but was not given the messages: no more here than at the service itself.
    const messages = await fetch(`${rpc}/channels/${world.textId}/messages`, { headers: bearer(token) });
    assert.equal(messages.status, 403);
    const made = await fetch(`${rpc}/guilds/${world.guildId}/channels`, {
      method: 'POST',
      headers: { ...bearer(token), 'content-type': 'application/json' },
      body: '{"name":"mine"}',
    });
    assert.deepEqual(await made.json(), { code: 50013, message: 'Missing Permissions' });
  }),
);
