import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { OPERATIONS } from '#guildhall/api/rest/operations.js';
import { join } from '../support/world.js';
import { openDm, received, usePrivateWorld } from './private-world.js';

const used = usePrivateWorld();

const OF_CHANNELS = OPERATIONS.filter(({ path }) => path.startsWith('/channels/{channel.id}'));

/** Bodies that operations need before they look for a channel. */
const BODIES: Readonly<Record<string, object>> = {
  'Create message': { content: 'hi' },
  'Edit message': { content: 'hi' },
  'Bulk delete messages': { messages: ['1', '2'] },
  'Edit channel permissions': { type: 'role', allow: 0, deny: 0 },
};

/** What private channels do not have. */
const REFUSED = [
  'Modify channel with PUT',
  'Modify channel',
  'Edit channel permissions',
  'Delete channel permission',
  'Bulk delete messages',
  'Delete all reactions',
  'Get channel invites',
  'Create channel invite',
];

/** An operation's path on a message of a channel. */
function pathOf(path: string, channel: string, message: string, user: string): string {
  return path
    .replace('{channel.id}', channel)
    .replace('{message.id}', message)
    .replace('{emoji}', encodeURIComponent('👍'))
    .replace(/\{(?:user|overwrite)\.id\}/, user);
}

describe('A private channel', () => {
  test('is indistinguishable from an unknown one for others, in every operation', async () => {
    const { service, world, friend } = used;
    const id = await openDm(service, world.member.token, friend.id);
    const json = { content: 'secret' };
    const message = await service.ok('POST', `/channels/${id}/messages`, { as: friend.token, json });
    // The bot owns the guild that both are in: it reaches no further.
    for (const as of [world.bot, world.stranger.token]) {
      for (const { name, method, path } of OF_CHANNELS) {
        const call = (channel: string) =>
          service.request(method, pathOf(path, channel, message.id, friend.id), { as, json: BODIES[name] });
        const [reply, unknown] = [await call(id), await call('1')];
        assert.deepEqual([reply.status, reply.body.code], [404, 10003], name);
        assert.deepEqual(reply.body, unknown.body, name);
      }
    }
  });

  test('refuses what only channels of guilds have', async () => {
    const { service, world, friend } = used;
    const id = await openDm(service, world.member.token, friend.id);
    const names = new Set<string>();
    for (const { name, method, path } of OF_CHANNELS) {
      if (!REFUSED.includes(name)) continue;
      const options = { as: friend.token, json: BODIES[name] };
      const reply = await service.request(method, pathOf(path, id, '1', friend.id), options);
      assert.deepEqual([reply.status, reply.body.code], [403, 50003], name);
      names.add(name);
    }
    assert.deepEqual(names, new Set(REFUSED));
  });

  test('that is a group is as closed as a DM, to who was in it and to the owner of their guild', async () => {
    const { service, world, friend } = used;
    const third = await service.person('Third');
    await join(service, world.game, third, world.guild);
    const json = { recipients: [friend.id, third.id] };
    const { id } = await service.ok('POST', '/users/@me/channels', { as: world.member.token, json });
    await service.ok('DELETE', `/channels/${id}`, { as: third.token });
    for (const as of [world.bot, world.stranger.token, third.token]) {
      for (const { name, method, path } of OF_CHANNELS) {
        const options = { as, json: BODIES[name] };
        const reply = await service.request(method, pathOf(path, id, '1', friend.id), options);
        assert.deepEqual([reply.status, reply.body.code], [404, 10003], name);
      }
    }
  });

  test('sends no events to others, even in a shared guild', async () => {
    const { service, world, friend } = used;
    const others = [world.bot, world.stranger.token];
    const heard = await received(service, others, async () => {
      const id = await openDm(service, world.member.token, friend.id);
      const json = { content: `<@${world.stranger.id}> @everyone` };
      const message = await service.ok('POST', `/channels/${id}/messages`, { as: friend.token, json });
      assert.deepEqual([message.mentions, message.mention_everyone], [[], false]);
      await service.ok('POST', `/channels/${id}/typing`, { as: friend.token });
      await service.ok('DELETE', `/channels/${id}`, { as: friend.token });
    });
    assert.deepEqual(heard, [[], []]);
  });

  test('is in no guild: neither its channels nor its widget nor a voice state name it', async () => {
    const { service, world, friend } = used;
    const id = await openDm(service, world.member.token, friend.id);
    const channels = await service.ok('GET', `/guilds/${world.guild}/channels`, { as: world.bot });
    assert.equal(
      channels.some((channel: { id: string }) => channel.id === id),
      false,
    );
    const json = { enabled: true, channel_id: id };
    const embed = await service.request('PATCH', `/guilds/${world.guild}/embed`, { as: world.bot, json });
    assert.equal(embed.status >= 400, true);
    const gateway = await service.identify(world.member.token);
    await gateway.heard('GUILD_CREATE');
    gateway.send(4, { guild_id: world.guild, channel_id: id, self_mute: false, self_deaf: false });
    gateway.send(1, null);
    await gateway.op(11);
    assert.equal(gateway.dispatches.includes('VOICE_STATE_UPDATE'), false);
  });
});
