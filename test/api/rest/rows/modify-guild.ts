import assert from 'node:assert/strict';
import type { Cast } from '../../support/cast.js';
import { dataUri, jpeg, png } from '../../support/jpeg.js';
import { longText, NOBODY } from '../../support/rows.js';
import { type Ask, type BadValue, badFields, type CastRow, needs, refusals, type Table } from './common.js';

const icon = jpeg(128, 128, 'icon');
const modify: Ask = ({ as, guild }) => ['PATCH', `/guilds/${guild}`, { as, json: {} }];

/** The guild's owner changes this of it. */
const change =
  (json: (cast: Cast) => object): CastRow['call'] =>
  (cast) => ['PATCH', `/guilds/${cast.guild}`, { as: cast.bot, json: json(cast) }];

/** The guild has these settings now, besides those it had. */
function becomes(settings: (cast: Cast, body: Record<string, unknown>) => object): Partial<CastRow> {
  return {
    events: ({ body }) => [['GUILD_UPDATE', body]],
    stored: (state, { world, body }) => {
      Object.assign(state.guild, settings(world, body));
      const { roles, ...shown } = body;
      assert.deepEqual([shown, roles], [state.guild, state.roles]);
    },
  };
}

const BAD_IMAGE: readonly BadValue[] = [
  [7, 'STRING_TYPE_CONVERT'],
  [dataUri(jpeg(127, 128)), 'IMAGE_BAD_SIZE'],
  [dataUri(jpeg(128, 129)), 'IMAGE_BAD_SIZE'],
  [dataUri(Buffer.from('GIF89a')), 'IMAGE_INVALID'],
  [dataUri(png(128, 128)), 'IMAGE_INVALID'],
  ['data:image/png;base64,AAAA', 'IMAGE_INVALID'],
  ['nonsense', 'IMAGE_INVALID'],
  [dataUri(icon.subarray(0, 16)), 'IMAGE_INVALID'],
  [dataUri(Buffer.concat([icon, Buffer.alloc(300_000)])), 'BINARY_TYPE_MAX_SIZE'],
];

/** What no guild may be given, in Create and Modify guild alike (docs/rest.md, Objects). */
export const BAD_GUILD: Readonly<Record<string, readonly BadValue[]>> = {
  '': [[[], 'DICT_TYPE_CONVERT']],
  name: [
    [7, 'STRING_TYPE_CONVERT'],
    ['x', 'BASE_TYPE_BAD_LENGTH'],
    ['   ', 'BASE_TYPE_BAD_LENGTH'],
    ['a\nb', 'NAME_INVALID'],
    ['live\u202eevil', 'NAME_INVALID'],
    [longText(101), 'BASE_TYPE_BAD_LENGTH'],
  ],
  region: [
    [7, 'STRING_TYPE_CONVERT'],
    [longText(51), 'BASE_TYPE_BAD_LENGTH'],
    ['atlantis', 'BASE_TYPE_CHOICES'],
    ['vip-amsterdam', 'BASE_TYPE_CHOICES'],
  ],
  verification_level: [
    [-1, 'BASE_TYPE_CHOICES'],
    [5, 'BASE_TYPE_CHOICES'],
  ],
  default_message_notifications: [[2, 'BASE_TYPE_CHOICES']],
  explicit_content_filter: [[3, 'BASE_TYPE_CHOICES']],
  icon: BAD_IMAGE,
};

/** docs/rest.md, Modify guild. */
export const modifyGuildRows: Table = {
  'Modify guild': [
    {
      title: 'changes every field',
      call: change(({ voice, readOnly }) => ({
        name: 'Renamed',
        region: 'london',
        verification_level: 4,
        default_message_notifications: 1,
        explicit_content_filter: 2,
        afk_channel_id: voice,
        afk_timeout: 3600,
        icon: dataUri(icon),
        system_channel_id: readOnly,
      })),
      status: 200,
      check: (body: { icon: string }) => assert.match(body.icon, /^[0-9a-f]{32}$/),
      ...becomes(({ voice, readOnly }, body) => ({
        name: 'Renamed',
        region: 'london',
        verification_level: 4,
        default_message_notifications: 1,
        explicit_content_filter: 2,
        afk_channel_id: voice,
        afk_timeout: 3600,
        icon: body.icon,
        system_channel_id: readOnly,
      })),
    },
    {
      title: 'takes away with null what can be absent, and leaves what is not given',
      call: change(() => ({ afk_channel_id: null, system_channel_id: null, icon: null, name: null })),
      status: 200,
      ...becomes(() => ({ afk_channel_id: null, system_channel_id: null, icon: null })),
    },
    {
      title: 'takes the splash of a VIP and a region of theirs',
      prepare: (service, { guild }) =>
        service.api.administration.configureGuild(guild, { features: ['INVITE_SPLASH', 'VIP_REGIONS'] }),
      call: change(() => ({ splash: dataUri(icon), region: 'vip-amsterdam' })),
      status: 200,
      ...becomes((_, body) => ({ splash: body.splash, region: 'vip-amsterdam' })),
    },
    {
      title: 'takes a splash of 128×128 only',
      call: change(() => ({ splash: dataUri(jpeg(128, 127)) })),
      status: 400,
      code: 50035,
      fields: { splash: 'IMAGE_BAD_SIZE' },
    },
    {
      title: 'takes no other VIP region than there are',
      call: change(() => ({ region: 'vip-atlantis' })),
      status: 400,
      code: 50035,
      fields: { region: 'BASE_TYPE_CHOICES' },
    },
    {
      title: 'gives a guild away for its owner only',
      prepare: async (service, { bot, deputy, guild }) => {
        const json = { permissions: 8 };
        await service.ok('PATCH', `/guilds/${guild}/roles/${deputy.role}`, { as: bot, json });
        await service.api.administration.configureGuild(guild, { features: [] });
      },
      call: ({ deputy, guild }) => [
        'PATCH',
        `/guilds/${guild}`,
        { as: deputy.token, json: { owner_id: deputy.person.id } },
      ],
      status: 403,
      code: 50013,
    },
    ...refusals(modify),
    ...badFields(
      (json, { bot, guild }) => ['PATCH', `/guilds/${guild}`, { as: bot, json }],
      {},
      {
        ...BAD_GUILD,
        afk_channel_id: [
          [7, 'STRING_TYPE_CONVERT'],
          ['x', 'NUMBER_TYPE_COERCE'],
          [NOBODY, 'BASE_TYPE_CHOICES'],
          [({ text }: Cast) => text, 'BASE_TYPE_CHOICES'],
        ],
        afk_timeout: [
          [61, 'BASE_TYPE_CHOICES'],
          ['60', 'BASE_TYPE_CHOICES'],
        ],
        owner_id: [
          [7, 'STRING_TYPE_CONVERT'],
          ['me', 'NUMBER_TYPE_COERCE'],
          [NOBODY, 'BASE_TYPE_CHOICES'],
          [({ stranger }: Cast) => stranger.id, 'BASE_TYPE_CHOICES'],
        ],
        splash: [
          [true, 'STRING_TYPE_CONVERT'],
          [dataUri(icon), 'GUILD_FEATURE_REQUIRED'],
        ],
        system_channel_id: [
          [-1, 'STRING_TYPE_CONVERT'],
          ['x', 'NUMBER_TYPE_COERCE'],
          [({ voice }: Cast) => voice, 'BASE_TYPE_CHOICES'],
        ],
      },
    ),
    {
      title: 'is not half applied where one field is refused',
      call: change(({ text }) => ({ name: 'Half', afk_channel_id: text })),
      status: 400,
      code: 50035,
      fields: { afk_channel_id: 'BASE_TYPE_CHOICES' },
    },
    needs('MANAGE_GUILD', modify),
  ],
};
