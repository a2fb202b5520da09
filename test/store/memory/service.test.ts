import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { TestService } from '../../api/support/test-service.js';
import { makeWorld } from '../../api/support/world.js';
import { MemoryData } from './memory-data.js';
import { openMemoryStore } from './open-memory-store.js';

test('The service works on a store in memory', async () => {
  const data = new MemoryData();
  const service = await TestService.start({
    openStore: async (onError) => openMemoryStore(data, onError),
  });
  try {
    // An application with a bot that creates a guild with channels, and a person who authorizes it and joins.
    const { bot, game, guild, member, text, voice } = await makeWorld(service);
    const gateway = await service.identify(member.token);
    assert.equal((await gateway.heard('GUILD_CREATE')).id, guild);

    const channel = await service.ok('POST', `/guilds/${guild}/channels`, {
      as: bot,
      json: { name: 'more' },
    });
    assert.equal((await gateway.heard('CHANNEL_CREATE')).id, channel.id);
    const message = await service.ok('POST', `/channels/${text}/messages`, {
      as: member.token,
      json: { content: 'hello' },
    });
    assert.equal((await gateway.heard('MESSAGE_CREATE')).id, message.id);
    gateway.send(4, { guild_id: guild, channel_id: voice, self_mute: false, self_deaf: false });
    assert.equal((await gateway.heard('VOICE_STATE_UPDATE')).channel_id, voice);

    await service.restart();
    const [stored] = await service.ok('GET', `/channels/${text}/messages`, { as: member.token });
    assert.deepEqual([stored.id, stored.content], [message.id, 'hello']);

    const observer = await service.identify(member.token);
    await observer.heard('GUILD_CREATE');
    await service.ok('DELETE', `/channels/${text}/messages/${message.id}`, { as: member.token });
    assert.equal((await observer.heard('MESSAGE_DELETE')).id, message.id);
    await service.ok('DELETE', `/guilds/${guild}`, { as: bot });
    assert.equal((await observer.heard('GUILD_DELETE')).id, guild);
    await service.api.administration.deleteApplication(game.id, false);
    assert.equal((await service.request('GET', '/users/@me', { as: bot })).status, 401);
    assert.deepEqual(data.guilds, new Map());
    // Nothing of a database is in the folder.
    assert.deepEqual(await readdir(service.folder), ['attachments']);
  } finally {
    await service.stop();
  }
});
