import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { recordEvents } from '../support/event-recorder.js';
import { join, useWorld } from '../support/world.js';

const used = useWorld();

/** Puts join messages into a channel, or into none. */
const announceIn = (system_channel_id: string | null) =>
  used.service.ok('PATCH', `/guilds/${used.world.guild}`, {
    as: used.world.bot,
    json: { system_channel_id },
  });

describe('A member who joins', () => {
  test('causes a message of type 7 in the system channel, by Add guild member and by invite', async () => {
    const { service, world } = used;
    const { bot, game, guild, member, text } = world;
    await announceIn(text);
    const [added, invited] = [await service.person('Grace'), await service.person('Joan')];
    const { code } = await service.ok('POST', `/channels/${text}/invites`, { as: bot });
    const heard = await recordEvents(service, member.token, async () => {
      await join(service, game, added, guild);
      await service.ok('POST', `/invites/${code}`, { as: invited.token });
    });
    assert.deepEqual(
      heard.map(({ t, d }) => [t, d.type, (d.author ?? d.user).id, d.content]),
      [
        ['GUILD_MEMBER_ADD', undefined, added.id, undefined],
        ['MESSAGE_CREATE', 7, added.id, ''],
        ['GUILD_MEMBER_ADD', undefined, invited.id, undefined],
        ['MESSAGE_CREATE', 7, invited.id, ''],
      ],
    );
    await service.restart();
    const messages = await service.ok('GET', `/channels/${text}/messages`, { as: member.token });
    assert.deepEqual(messages, [heard[3]?.d, heard[1]?.d]);
    const { last_message_id } = await service.ok('GET', `/channels/${text}`, { as: member.token });
    assert.equal(last_message_id, messages[0].id);
  });

  test('causes none without a system channel, nor by joining again', async () => {
    const { service, world } = used;
    const { game, guild, member, text } = world;
    await announceIn(null);
    const person = await service.person('Alan');
    const heard = await recordEvents(service, member.token, async () => {
      await join(service, game, person, guild);
      await announceIn(text);
      await join(service, game, person, guild);
    });
    assert.deepEqual(
      heard.map(({ t }) => t),
      ['GUILD_MEMBER_ADD', 'GUILD_UPDATE'],
    );
  });
});
