import assert from 'node:assert/strict';
import type { Channel } from '#guildhall/protocol/objects/channel.js';
import { NOBODY } from '../../support/rows.js';
import { BAD_CHANNEL, BAD_OVERWRITE } from './bad-channel.js';
import { BAD_POSITION } from './bad-position.js';
import {
  type Ask,
  badFields,
  type CastRow,
  needs,
  outranked,
  refusals,
  type Table,
  withId,
} from './common.js';

const channelsOf = (guild: string) => `/guilds/${guild}/channels`;
const SEND_MESSAGES = 0x800;
const MANAGE_GUILD = 0x20;

const list: Ask = ({ as, guild }) => ['GET', channelsOf(guild), { as }];
const create: Ask = ({ as, guild }) => ['POST', channelsOf(guild), { as, json: { name: 'more' } }];
const sort: Ask = ({ as, guild }, { text, readOnly }) => [
  'PATCH',
  channelsOf(guild),
  {
    as,
    json: [
      { id: text, position: 2 },
      { id: readOnly, position: 0 },
    ],
  },
];

/** A new channel with these fields, last of all. */
function created(fields: (world: Parameters<CastRow['call']>[0]) => Partial<Channel>): Partial<CastRow> {
  return {
    check: ({ id: _, ...body }: Channel, world) =>
      assert.deepEqual(body, {
        guild_id: world.guild,
        permission_overwrites: [],
        parent_id: null,
        nsfw: false,
        ...fields(world),
      }),
    events: ({ body }) => [['CHANNEL_CREATE', body]],
    stored: (state, { body }) => {
      state.channels.push(body);
      if (body.type === 0) state.messages[body.id] = [];
    },
  };
}

/** docs/rest.md, guilds. */
export const guildChannelRows: Table = {
  'Get guild channels': [
    {
      title: 'lists those that the caller may view',
      call: ({ member, guild }) => ['GET', channelsOf(guild), { as: member.token }],
      status: 200,
      check: (body: Channel[]) => {
        assert.deepEqual(
          body.map(({ name }) => name),
          ['talk', 'Voice', 'news', 'vault', 'Category'],
        );
      },
    },
    {
      title: 'lists all of them for the owner',
      call: ({ bot, guild }) => ['GET', channelsOf(guild), { as: bot }],
      status: 200,
      check: (body: Channel[]) => {
        assert.deepEqual(
          body.map(({ name }) => name),
          ['talk', 'Voice', 'hidden', 'news', 'vault', 'Category'],
        );
        assert.equal(body[1]?.bitrate, 64000);
      },
    },
    ...refusals(list),
  ],
  'Create guild channel': [
    {
      title: 'makes a text channel from a name alone, written as text channels are',
      call: ({ bot, guild }) => ['POST', channelsOf(guild), { as: bot, json: { name: 'Long Talks' } }],
      status: 201,
      ...created(() => ({ type: 0, name: 'long-talks', position: 3, topic: null, last_message_id: null })),
    },
    {
      title: 'makes a voice channel with its own fields',
      call: ({ bot, guild, category }) => [
        'POST',
        channelsOf(guild),
        { as: bot, json: { name: 'Big Room', type: 2, bitrate: 96000, user_limit: 5, parent_id: category } },
      ],
      status: 201,
      ...created(({ category }) => ({
        type: 2,
        name: 'Big Room',
        position: 2,
        bitrate: 96000,
        user_limit: 5,
        parent_id: category,
      })),
    },
    {
      title: 'takes every field of a text channel, and permission bits as decimal strings',
      call: ({ bot, guild, category }) => [
        'POST',
        channelsOf(guild),
        {
          as: bot,
          json: {
            name: 'quiet',
            topic: 'Hush',
            nsfw: true,
            parent_id: category,
            permission_overwrites: [{ id: guild, type: 'role', allow: '1024', deny: 2048 }],
          },
        },
      ],
      status: 201,
      ...created(({ guild, category }) => ({
        type: 0,
        name: 'quiet',
        position: 4,
        topic: 'Hush',
        nsfw: true,
        parent_id: category,
        last_message_id: null,
        permission_overwrites: [{ id: guild, type: 'role', allow: 1024, deny: 2048 }],
      })),
    },
    ...refusals(create),
    ...badFields(
      (json, { bot, guild }) => ['POST', channelsOf(guild), { as: bot, json }],
      { name: 'quiet', permission_overwrites: [{ id: NOBODY, type: 'role' }] },
      {
        ...BAD_CHANNEL,
        type: [
          [1, 'BASE_TYPE_CHOICES'],
          [3, 'BASE_TYPE_CHOICES'],
          ['0', 'BASE_TYPE_CHOICES'],
        ],
        parent_id: [
          [5, 'STRING_TYPE_CONVERT'],
          ['x', 'NUMBER_TYPE_COERCE'],
        ],
        permission_overwrites: [
          [{}, 'LIST_TYPE_CONVERT'],
          [Array(501).fill({ id: NOBODY, type: 'role' }), 'BASE_TYPE_BAD_LENGTH'],
        ],
        ...BAD_OVERWRITE,
        'permission_overwrites.0.id': [
          [undefined, 'BASE_TYPE_REQUIRED'],
          [7, 'STRING_TYPE_CONVERT'],
          ['x', 'NUMBER_TYPE_COERCE'],
          [NOBODY, 'BASE_TYPE_CHOICES'],
        ],
      },
    ),
    ...badFields(
      (json, { bot, guild }) => ['POST', channelsOf(guild), { as: bot, json }],
      { name: 'quiet' },
      {
        name: [['wh@t?', 'CHANNEL_NAME_INVALID']],
        parent_id: [
          [({ text }: { text: string }) => text, 'CHANNEL_PARENT_INVALID'],
          [NOBODY, 'CHANNEL_PARENT_INVALID'],
        ],
      },
    ),
    needs('MANAGE_CHANNELS', create),
    {
      ...outranked('gives in overwrites only permissions that one holds', ({ deputy, guild, lower }) => [
        'POST',
        channelsOf(guild),
        {
          as: deputy.token,
          json: {
            name: 'theirs',
            permission_overwrites: [{ id: lower.role, type: 'role', allow: MANAGE_GUILD, deny: 0 }],
          },
        },
      ]),
      prepare: (service, { bot, guild, deputy }) =>
        service.ok('PATCH', `/guilds/${guild}/roles/${deputy.role}`, {
          as: bot,
          json: { permissions: 0x10 | 0x10000000 | SEND_MESSAGES },
        }),
    },
  ],
  'Modify guild channel positions': [
    {
      title: 'swaps two, and tells each',
      call: (cast) => sort({ as: cast.bot, guild: cast.guild } as never, cast),
      status: 204,
      events: ({ world: { guild, text, readOnly } }) => [
        ['CHANNEL_UPDATE', { ...plainText(guild, text, 'talk'), position: 2 }],
        [
          'CHANNEL_UPDATE',
          {
            ...plainText(guild, readOnly, 'news'),
            position: 0,
            permission_overwrites: [{ id: guild, type: 'role', allow: 0, deny: SEND_MESSAGES }],
          },
        ],
      ],
      stored: (state, { world: { text, readOnly } }) => {
        withId(state.channels, text).position = 2;
        withId(state.channels, readOnly).position = 0;
      },
    },
    {
      title: 'says nothing of channels that stay where they are',
      call: (cast) => sort({ as: cast.bot, guild: cast.guild } as never, cast),
      status: 204,
    },
    ...refusals(sort),
    ...badFields(
      (json, { bot, guild }) => ['PATCH', channelsOf(guild), { as: bot, json }],
      [
        { id: NOBODY, position: 1 },
        { id: NOBODY, position: 1 },
      ],
      {
        '': [
          [{}, 'LIST_TYPE_CONVERT'],
          [[], 'BASE_TYPE_BAD_LENGTH'],
          [Array(501).fill({ id: NOBODY, position: 1 }), 'BASE_TYPE_BAD_LENGTH'],
        ],
        ...BAD_POSITION,
      },
    ),
    {
      title: 'refuses a channel that is named twice',
      call: ({ bot, guild, text }) => [
        'PATCH',
        channelsOf(guild),
        {
          as: bot,
          json: [
            { id: text, position: 9 },
            { id: text, position: 8 },
          ],
        },
      ],
      status: 400,
      code: 50035,
      fields: { '1.id': 'BASE_TYPE_CHOICES' },
    },
    needs('MANAGE_CHANNELS', sort),
  ],
};

function plainText(guild: string, id: string, name: string): Channel {
  return {
    id,
    type: 0,
    guild_id: guild,
    name,
    position: 0,
    permission_overwrites: [],
    parent_id: null,
    nsfw: false,
    topic: null,
    last_message_id: null,
  };
}
