import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { recordEvents } from '../support/event-recorder.js';
import { NOBODY, testRows } from '../support/rows.js';
import { addPerson } from '../support/staff.js';
import { storedGuild } from '../support/stored-guild.js';
import { join, useWorld } from '../support/world.js';

const used = useWorld();

testRows(used, {
  'Leave guild': [
    {
      title: 'is not for its owner',
      call: ({ bot, guild }) => ['DELETE', `/users/@me/guilds/${guild}`, { as: bot }],
      status: 403,
      code: 50013,
    },
    {
      title: 'is for members',
      call: ({ stranger, guild }) => ['DELETE', `/users/@me/guilds/${guild}`, { as: stranger.token }],
      status: 403,
      code: 50001,
    },
    {
      title: 'does not know any guild',
      call: ({ member }) => ['DELETE', `/users/@me/guilds/${NOBODY}`, { as: member.token }],
      status: 404,
      code: 10004,
    },
  ],
});

describe('A member who is removed', () => {
  for (const how of ['kicked', 'gone by themselves'] as const) {
    test(`is sent to others once ${how}, and leaves only messages`, async () => {
      const { service, world } = used;
      const { guild, bot, game, voice, member } = world;
      const leaving = await addPerson(service, world);
      const overwrite = { id: leaving.id, type: 'member', allow: 1024, deny: 0 };
      const channel = await service.ok('POST', `/guilds/${guild}/channels`, {
        as: bot,
        json: { name: 'theirs', permission_overwrites: [overwrite] },
      });
      const gateway = await service.identify(leaving.token);
      await gateway.heard('GUILD_CREATE');
      gateway.send(4, { guild_id: guild, channel_id: voice, self_mute: false, self_deaf: false });
      await gateway.heard('VOICE_STATE_UPDATE');
      const heard = await recordEvents(service, member.token, () =>
        how === 'kicked'
          ? service.ok('DELETE', `/guilds/${guild}/members/${leaving.id}`, { as: bot })
          : service.ok('DELETE', `/users/@me/guilds/${guild}`, { as: leaving.token }),
      );
      assert.deepEqual(
        heard.map(({ t, d }) => [t, d.guild_id, d.user?.id ?? d.user_id]),
        [
          ['VOICE_STATE_UPDATE', guild, leaving.id],
          ['GUILD_MEMBER_REMOVE', guild, leaving.id],
        ],
      );
      assert.equal(heard[0]?.d.channel_id, null);
      assert.deepEqual(await gateway.heard('GUILD_DELETE'), { id: guild });
      const after = await service.ok('GET', `/channels/${channel.id}`, { as: bot });
      assert.deepEqual(after.permission_overwrites, []);
      // A member who joins again receives the guild once.
      await join(service, game, leaving, guild);
      await gateway.heard('GUILD_CREATE');
      await gateway.close();
    });
  }

  test('stays removed after a restart', async () => {
    const { service, world } = used;
    const leaving = await addPerson(service, world);
    await service.ok('DELETE', `/guilds/${world.guild}/members/${leaving.id}`, { as: world.bot });
    const before = await storedGuild(service, world);
    await service.restart();
    assert.deepEqual(await storedGuild(service, world), before);
  });
});
