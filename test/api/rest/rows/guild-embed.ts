import assert from 'node:assert/strict';
import type { Cast } from '../../support/cast.js';
import { NOBODY } from '../../support/rows.js';
import { type Ask, badFields, type CastRow, needs, refusals, type Table } from './common.js';

const embedOf = (guild: string) => `/guilds/${guild}/embed`;
const show: Ask = ({ as, guild }) => ['GET', embedOf(guild), { as }];
const modify: Ask = ({ as, guild }) => ['PATCH', embedOf(guild), { as, json: {} }];

/** The embed is this now, under either of its names. */
function becomes(enabled: boolean, channelOf: (cast: Cast) => string | null): Partial<CastRow> {
  return {
    check: (body: object, cast) => assert.deepEqual(body, { enabled, channel_id: channelOf(cast) }),
    stored: (state, { world }) => {
      const channel_id = channelOf(world);
      state.embed = { enabled, channel_id };
      Object.assign(state.guild, { embed_enabled: enabled, widget_enabled: enabled });
      // Absent without a channel.
      delete state.guild.embed_channel_id;
      delete state.guild.widget_channel_id;
      if (channel_id === null) return;
      Object.assign(state.guild, { embed_channel_id: channel_id, widget_channel_id: channel_id });
    },
  };
}

/** docs/rest.md, guilds. */
export const guildEmbedRows: Table = {
  'Get guild embed': [
    {
      title: 'shows it',
      call: ({ bot, guild }) => ['GET', embedOf(guild), { as: bot }],
      status: 200,
      check: (body: object) => assert.deepEqual(body, { enabled: false, channel_id: null }),
    },
    ...refusals(show),
    needs('MANAGE_GUILD', show),
  ],
  'Modify guild embed': [
    {
      title: 'changes the channel alone',
      call: ({ bot, guild, text }) => ['PATCH', embedOf(guild), { as: bot, json: { channel_id: text } }],
      status: 200,
      ...becomes(false, ({ text }) => text),
    },
    {
      title: 'is switched on alone',
      call: ({ bot, guild }) => ['PATCH', embedOf(guild), { as: bot, json: { enabled: true } }],
      status: 200,
      ...becomes(true, ({ text }) => text),
    },
    {
      title: 'names no channel with null',
      call: ({ bot, guild }) => ['PATCH', embedOf(guild), { as: bot, json: { channel_id: null } }],
      status: 200,
      ...becomes(true, () => null),
    },
    ...refusals(modify),
    ...badFields(
      (json, { bot, guild }) => ['PATCH', embedOf(guild), { as: bot, json }],
      {},
      {
        '': [[[], 'DICT_TYPE_CONVERT']],
        enabled: [['yes', 'BOOLEAN_TYPE_CONVERT']],
        channel_id: [
          [7, 'STRING_TYPE_CONVERT'],
          ['x', 'NUMBER_TYPE_COERCE'],
          [NOBODY, 'BASE_TYPE_CHOICES'],
        ],
      },
    ),
    needs('MANAGE_GUILD', modify),
  ],
};
