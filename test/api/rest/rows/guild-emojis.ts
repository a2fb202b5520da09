import assert from 'node:assert/strict';
import type { Emoji } from '#guildhall/protocol/objects/emoji.js';
import { dataUri, gif, png } from '../../support/jpeg.js';
import { longText, NOBODY } from '../../support/rows.js';
import type { TestService } from '../../support/test-service.js';
import type { World } from '../../support/world.js';
import { type Ask, badFields, type CastRow, needs, refusals, type Table } from './common.js';

const PNG = dataUri(png(64, 64), 'image/png');
const LARGE = dataUri(Buffer.concat([png(64, 64), Buffer.alloc(256 * 1024)]), 'image/png');
const LIMIT = 50;

const emojisOf = (guild: string) => `/guilds/${guild}/emojis`;
const list: Ask = ({ as, guild }) => ['GET', emojisOf(guild), { as }];
const show: Ask = ({ as, guild, emoji }) => ['GET', `${emojisOf(guild)}/${emoji}`, { as }];
const create: Ask = ({ as, guild }) => ['POST', emojisOf(guild), { as, json: { name: 'wave', image: PNG } }];
const modify: Ask = ({ as, guild, emoji }) => ['PATCH', `${emojisOf(guild)}/${emoji}`, { as, json: {} }];
const remove: Ask = ({ as, guild, emoji }) => ['DELETE', `${emojisOf(guild)}/${emoji}`, { as }];

async function addEmojis(service: TestService, { bot, guild }: World, count: number): Promise<void> {
  for (let number = 0; number < count; number++) {
    await service.ok('POST', emojisOf(guild), { as: bot, json: { name: `emoji_${number}`, image: PNG } });
  }
}

/** The emojis of the guild object and the event, which do not name who created them. */
function shown({ user: _, ...emoji }: Emoji): Emoji {
  return emoji;
}

const updated: Partial<CastRow> = {
  events: ({ world: { guild }, heard }) => [
    ['GUILD_EMOJIS_UPDATE', { guild_id: guild, emojis: heard[0]?.d.emojis }],
  ],
};

/** The emojis of a guild. */
export const guildEmojiRows: Table = {
  'Get guild emojis': [
    {
      title: 'lists them',
      call: (cast) => list({ ...cast, as: cast.bot, user: '', emoji: cast.emoji }, cast),
      status: 200,
    },
    ...refusals(list),
  ],
  'Get guild emoji': [
    {
      title: 'shows it with its creator',
      call: ({ bot, guild, emoji }) => ['GET', `${emojisOf(guild)}/${emoji}`, { as: bot }],
      status: 200,
      check: (body: Emoji, { game, emoji }) => {
        assert.deepEqual(
          [body.id, body.name, body.animated, body.user?.id],
          [emoji, 'smile', false, game.bot.id],
        );
      },
    },
    ...refusals(show, { emoji: 10014 }),
  ],
  'Create guild emoji': [
    {
      title: 'creates one for a role, animated where the image is a GIF',
      call: ({ bot, guild, role }) => [
        'POST',
        emojisOf(guild),
        { as: bot, json: { name: 'wave', image: dataUri(gif(64, 64), 'image/gif'), roles: [role, role] } },
      ],
      status: 201,
      check: (body: Emoji, { role, game }) => {
        assert.deepEqual(
          [body.name, body.animated, body.roles, body.user?.id],
          ['wave', true, [role], game.bot.id],
        );
      },
      ...updated,
      stored: (state, { body }) => void state.guild.emojis.push(shown(body)),
    },
    {
      title: 'refuses one more than 50',
      prepare: (service, world) => addEmojis(service, world, LIMIT - 1),
      call: ({ bot, guild }) => ['POST', emojisOf(guild), { as: bot, json: { name: 'more', image: PNG } }],
      status: 400,
      code: 30008,
    },
    ...refusals(create),
    ...badFields(
      (json, { bot, guild }) => ['POST', emojisOf(guild), { as: bot, json }],
      { name: 'wave', image: PNG, roles: [] },
      {
        '': [[[], 'DICT_TYPE_CONVERT']],
        name: [
          [undefined, 'BASE_TYPE_REQUIRED'],
          [7, 'STRING_TYPE_CONVERT'],
          ['x', 'BASE_TYPE_BAD_LENGTH'],
          [longText(33), 'BASE_TYPE_BAD_LENGTH'],
          ['a:b', 'STRING_TYPE_REGEX'],
        ],
        image: [
          [undefined, 'BASE_TYPE_REQUIRED'],
          [7, 'STRING_TYPE_CONVERT'],
          ['data:image/svg+xml;base64,AAAA', 'IMAGE_INVALID'],
          [LARGE, 'BINARY_TYPE_MAX_SIZE'],
        ],
        roles: [
          [7, 'LIST_TYPE_CONVERT'],
          [Array.from({ length: 251 }, () => NOBODY), 'BASE_TYPE_BAD_LENGTH'],
        ],
        'roles.0': [
          [7, 'STRING_TYPE_CONVERT'],
          ['x', 'NUMBER_TYPE_COERCE'],
        ],
      },
    ),
    needs('MANAGE_EMOJIS', create),
  ],
  'Modify guild emoji': [
    {
      title: 'renames it',
      call: ({ bot, guild, emoji }) => [
        'PATCH',
        `${emojisOf(guild)}/${emoji}`,
        { as: bot, json: { name: 'grin' } },
      ],
      status: 200,
      check: (body: Emoji) => assert.equal(body.name, 'grin'),
      ...updated,
      stored: (state, { body }) => {
        state.guild.emojis = state.guild.emojis.map((one) => (one.id === body.id ? shown(body) : one));
      },
    },
    ...refusals(modify, { emoji: 10014 }),
    ...badFields(
      (json, { bot, guild, emoji }) => ['PATCH', `${emojisOf(guild)}/${emoji}`, { as: bot, json }],
      { roles: [] },
      {
        '': [[[], 'DICT_TYPE_CONVERT']],
        name: [
          [7, 'STRING_TYPE_CONVERT'],
          ['x', 'BASE_TYPE_BAD_LENGTH'],
          [longText(33), 'BASE_TYPE_BAD_LENGTH'],
        ],
        roles: [
          [7, 'LIST_TYPE_CONVERT'],
          [Array.from({ length: 251 }, () => NOBODY), 'BASE_TYPE_BAD_LENGTH'],
        ],
        'roles.0': [
          [7, 'STRING_TYPE_CONVERT'],
          ['x', 'NUMBER_TYPE_COERCE'],
        ],
      },
    ),
    needs('MANAGE_EMOJIS', modify),
  ],
  'Delete guild emoji': [
    {
      title: 'deletes it',
      call: ({ bot, guild, emoji }) => ['DELETE', `${emojisOf(guild)}/${emoji}`, { as: bot }],
      status: 204,
      ...updated,
      stored: (state, { world: { emoji } }) => {
        state.guild.emojis = state.guild.emojis.filter(({ id }) => id !== emoji);
      },
    },
    ...refusals(remove, { emoji: 10014 }),
    needs('MANAGE_EMOJIS', remove),
  ],
};
