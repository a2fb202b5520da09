import assert from 'node:assert/strict';
import { longText, NOBODY, testRows } from '../support/rows.js';
import { useWorld } from '../support/world.js';

const used = useWorld();

testRows(used, {
  'Get guild channels': [
    {
      title: 'lists all of them',
      call: ({ member, guild }) => ['GET', `/guilds/${guild}/channels`, { as: member.token }],
      status: 200,
      check: (body: { name: string; bitrate?: number }[]) => {
        assert.deepEqual(
          body.map(({ name }) => name),
          ['talk', 'Voice', 'hidden', 'news'],
        );
        assert.equal(body[1]?.bitrate, 64000);
      },
    },
    {
      title: 'is closed to others',
      call: ({ stranger, guild }) => ['GET', `/guilds/${guild}/channels`, { as: stranger.token }],
      status: 403,
      code: 50001,
    },
  ],
  'Create guild channel': [
    {
      title: 'makes a text channel from a name alone, written as text channels are',
      call: ({ bot, guild }) => [
        'POST',
        `/guilds/${guild}/channels`,
        { as: bot, json: { name: 'Long Talks' } },
      ],
      status: 201,
      check: (body: { name: string; type: number; guild_id: string }, { guild }) => {
        assert.deepEqual([body.name, body.type, body.guild_id], ['long-talks', 0, guild]);
      },
    },
    {
      title: 'makes a voice channel with its own fields',
      call: ({ bot, guild }) => [
        'POST',
        `/guilds/${guild}/channels`,
        { as: bot, json: { name: 'Big Room', type: 2, bitrate: 96000, user_limit: 5 } },
      ],
      status: 201,
      check: (body: { name: string; bitrate: number; user_limit: number; position: number }) => {
        assert.deepEqual(
          [body.name, body.bitrate, body.user_limit, body.position],
          ['Big Room', 96000, 5, 1],
        );
      },
    },
    {
      title: 'takes permission bits as decimal strings',
      call: ({ bot, guild }) => [
        'POST',
        `/guilds/${guild}/channels`,
        {
          as: bot,
          json: {
            name: 'quiet',
            permission_overwrites: [{ id: guild, type: 'role', allow: '1024', deny: 2048 }],
          },
        },
      ],
      status: 201,
      check: (body: { permission_overwrites: object[] }, { guild }) => {
        assert.deepEqual(body.permission_overwrites, [{ id: guild, type: 'role', allow: 1024, deny: 2048 }]);
      },
    },
    {
      title: 'needs MANAGE_CHANNELS',
      call: ({ member, guild }) => [
        'POST',
        `/guilds/${guild}/channels`,
        { as: member.token, json: { name: 'mine' } },
      ],
      status: 403,
      code: 50013,
    },
    {
      title: 'is closed to others',
      call: ({ stranger, guild }) => [
        'POST',
        `/guilds/${guild}/channels`,
        { as: stranger.token, json: { name: 'mine' } },
      ],
      status: 403,
      code: 50001,
    },
    {
      title: 'checks type and range of each field',
      call: ({ bot, guild }) => [
        'POST',
        `/guilds/${guild}/channels`,
        {
          as: bot,
          json: {
            name: 5,
            type: 1,
            topic: longText(1025),
            bitrate: 7999,
            user_limit: 100,
            nsfw: 'no',
            parent_id: 'x',
          },
        },
      ],
      status: 400,
      code: 50035,
      fields: {
        name: 'STRING_TYPE_CONVERT',
        type: 'BASE_TYPE_CHOICES',
        topic: 'BASE_TYPE_BAD_LENGTH',
        bitrate: 'NUMBER_TYPE_MIN',
        user_limit: 'NUMBER_TYPE_MAX',
        nsfw: 'BOOLEAN_TYPE_CONVERT',
        parent_id: 'NUMBER_TYPE_COERCE',
      },
    },
    {
      title: 'refuses a text channel name with other signs',
      call: ({ bot, guild }) => ['POST', `/guilds/${guild}/channels`, { as: bot, json: { name: 'wh@t?' } }],
      status: 400,
      code: 50035,
      fields: { name: 'CHANNEL_NAME_INVALID' },
    },
    {
      title: 'refuses a parent that is no category',
      call: ({ bot, guild, text }) => [
        'POST',
        `/guilds/${guild}/channels`,
        { as: bot, json: { name: 'under', parent_id: text } },
      ],
      status: 400,
      code: 50035,
      fields: { parent_id: 'CHANNEL_PARENT_INVALID' },
    },
    {
      title: 'refuses an overwrite for a role of another guild',
      call: ({ bot, guild }) => [
        'POST',
        `/guilds/${guild}/channels`,
        {
          as: bot,
          json: { name: 'quiet', permission_overwrites: [{ id: NOBODY, type: 'role', allow: 0, deny: 0 }] },
        },
      ],
      status: 400,
      code: 50035,
      fields: { 'permission_overwrites.0.id': 'BASE_TYPE_CHOICES' },
    },
    {
      title: 'refuses a body that is a list',
      call: ({ bot, guild }) => ['POST', `/guilds/${guild}/channels`, { as: bot, json: [] }],
      status: 400,
      code: 50035,
      fields: { '': 'DICT_TYPE_CONVERT' },
    },
  ],
  'Get channel': [
    {
      title: 'shows one that the caller sees',
      call: ({ member, text }) => ['GET', `/channels/${text}`, { as: member.token }],
      status: 200,
    },
    {
      title: 'hides one that the caller does not see',
      call: ({ member, hidden }) => ['GET', `/channels/${hidden}`, { as: member.token }],
      status: 403,
      code: 50001,
    },
    {
      title: 'is closed to others',
      call: ({ stranger, text }) => ['GET', `/channels/${text}`, { as: stranger.token }],
      status: 403,
      code: 50001,
    },
    {
      title: 'does not know any channel',
      call: ({ member }) => ['GET', `/channels/${NOBODY}`, { as: member.token }],
      status: 404,
      code: 10003,
    },
  ],
});
