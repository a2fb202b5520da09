import assert from 'node:assert/strict';
import type { Guild } from '#guildhall/protocol/objects/guild.js';
import type { Role } from '#guildhall/protocol/objects/role.js';
import { dataUri, jpeg } from '../../support/jpeg.js';
import { longText } from '../../support/rows.js';
import { BAD_CHANNEL, BAD_OVERWRITE } from './bad-channel.js';
import { type BadValue, badFields, type Table } from './common.js';
import { BAD_ROLE } from './guild-roles.js';
import { BAD_GUILD } from './modify-guild.js';

type BadValues = Readonly<Record<string, readonly BadValue[]>>;

/** The same values of what is the first of a list. */
function inside(list: string, fields: BadValues): BadValues {
  return Object.fromEntries(
    Object.entries(fields).map(([path, values]) => [path === '' ? `${list}.0` : `${list}.0.${path}`, values]),
  );
}

const BAD_PLACEHOLDER: readonly BadValue[] = [
  [1.5, 'NUMBER_TYPE_COERCE'],
  [true, 'NUMBER_TYPE_COERCE'],
];
const MOST_GUILDS = 10;

/** docs/rest.md, Create guild. */
export const createGuildRows: Table = {
  'Create guild': [
    {
      title: 'makes a guild with all that is asked for, told once with everything in it',
      call: ({ bot }) => [
        'POST',
        '/guilds',
        {
          as: bot,
          json: {
            name: 'New',
            region: 'london',
            icon: dataUri(jpeg(128, 128, 'new')),
            verification_level: 2,
            default_message_notifications: 1,
            explicit_content_filter: 1,
            roles: [
              { id: 7, permissions: 0x400, color: 9 },
              { id: '8', name: 'keepers', permissions: '16', hoist: true },
            ],
            channels: [
              { name: 'Talk Here', topic: 'Tea', nsfw: true },
              {
                name: 'Hall',
                type: 2,
                bitrate: 8000,
                user_limit: 9,
                permission_overwrites: [
                  { id: 8, type: 'role', allow: 1024, deny: 0 },
                  { id: '7', type: 'role', deny: 2048 },
                ],
              },
            ],
          },
        },
      ],
      status: 201,
      check: ({ roles, id, icon, ...body }: Guild, { game }) => {
        assert.match(icon ?? '', /^[0-9a-f]{32}$/);
        assert.deepEqual(
          [body.name, body.region, body.verification_level, body.default_message_notifications],
          ['New', 'london', 2, 1],
        );
        assert.deepEqual([body.explicit_content_filter, body.owner_id], [1, game.bot.id]);
        assert.equal(body.application_id, game.id);
        assert.deepEqual(
          roles.map(({ name, position, permissions, color, hoist }) => [
            name,
            position,
            permissions,
            color,
            hoist,
          ]),
          [
            ['@everyone', 0, 1024, 9, false],
            ['keepers', 1, 16, 0, true],
          ],
        );
        assert.equal(roles[0]?.id, id);
      },
      events: ({ world: { game }, body, heard: [event] }) => {
        const { channels, members, ...guild } = event?.d ?? {};
        assert.deepEqual(
          channels.map((channel: Record<string, unknown>) => [
            channel.name,
            channel.type,
            channel.position,
            channel.topic,
            channel.nsfw,
            channel.bitrate,
            channel.user_limit,
          ]),
          [
            ['talk-here', 0, 0, 'Tea', true, undefined, undefined],
            ['Hall', 2, 0, undefined, false, 8000, 9],
          ],
        );
        assert.deepEqual(channels[1].permission_overwrites, [
          {
            id: body.roles.find(({ name }: Role) => name === 'keepers').id,
            type: 'role',
            allow: 1024,
            deny: 0,
          },
          { id: body.id, type: 'role', allow: 0, deny: 2048 },
        ]);
        assert.equal(body.system_channel_id, channels[0].id);
        assert.deepEqual(
          members.map(({ user }: { user: { id: string } }) => user.id),
          [game.bot.id],
        );
        const { joined_at, presences } = guild;
        const more = { large: false, unavailable: false, member_count: 1, voice_states: [] };
        return [['GUILD_CREATE', { ...body, joined_at, presences, channels, members, ...more }]];
      },
      afterwards: async (service, { world: { bot }, body, heard: [event] }) => {
        const path = `/guilds/${body.id}`;
        assert.deepEqual(await service.ok('GET', path, { as: bot }), body);
        assert.deepEqual(await service.ok('GET', `${path}/channels`, { as: bot }), event?.d.channels);
        assert.deepEqual(await service.ok('GET', `${path}/members`, { as: bot }), event?.d.members);
      },
    },
    {
      title: 'needs a token',
      call: () => ['POST', '/guilds', { json: { name: 'New' } }],
      status: 401,
      code: 0,
    },
    {
      title: 'is for bots only',
      call: ({ member }) => ['POST', '/guilds', { as: member.token, json: { name: 'New' } }],
      status: 403,
      code: 20002,
    },
    ...badFields(
      (json, { bot }) => ['POST', '/guilds', { as: bot, json }],
      {
        name: 'New',
        roles: [{ id: 0 }],
        channels: [{ id: 1, name: 'talk', permission_overwrites: [{ id: 0, type: 'role' }] }],
      },
      {
        ...BAD_GUILD,
        afk_channel_id: [...BAD_PLACEHOLDER, [longText(21), 'NUMBER_TYPE_COERCE'], [1, 'BASE_TYPE_CHOICES']],
        afk_timeout: [[61, 'BASE_TYPE_CHOICES']],
        system_channel_id: [
          ...BAD_PLACEHOLDER,
          [longText(21), 'NUMBER_TYPE_COERCE'],
          [2, 'BASE_TYPE_CHOICES'],
        ],
        name: [...(BAD_GUILD.name ?? []), [undefined, 'BASE_TYPE_REQUIRED']],
        roles: [
          [{}, 'LIST_TYPE_CONVERT'],
          [Array(1001).fill({}), 'BASE_TYPE_BAD_LENGTH'],
        ],
        'roles.0.id': [...BAD_PLACEHOLDER, [longText(21), 'NUMBER_TYPE_COERCE']],
        ...inside('roles', BAD_ROLE),
        channels: [
          [{}, 'LIST_TYPE_CONVERT'],
          [Array(1001).fill({ name: 'talk' }), 'BASE_TYPE_BAD_LENGTH'],
        ],
        ...inside('channels', {
          ...BAD_CHANNEL,
          id: [...BAD_PLACEHOLDER, [longText(21), 'NUMBER_TYPE_COERCE']],
          type: [
            [1, 'BASE_TYPE_CHOICES'],
            [4, 'BASE_TYPE_CHOICES'],
          ],
          permission_overwrites: [
            [{}, 'LIST_TYPE_CONVERT'],
            [Array(501).fill({ id: 0, type: 'role' }), 'BASE_TYPE_BAD_LENGTH'],
          ],
          ...BAD_OVERWRITE,
          'permission_overwrites.0.id': [
            [undefined, 'BASE_TYPE_REQUIRED'],
            ...BAD_PLACEHOLDER,
            [longText(21), 'NUMBER_TYPE_COERCE'],
            [7, 'BASE_TYPE_CHOICES'],
          ],
        }),
        'channels.0.name': [...(BAD_CHANNEL.name ?? []), ['wh@t?', 'CHANNEL_NAME_INVALID']],
      },
    ),
    {
      title: 'names every field that is wrong, nested as the body is',
      call: ({ bot }) => [
        'POST',
        '/guilds',
        {
          as: bot,
          json: {
            verification_level: 9,
            roles: [{ color: -1 }, { hoist: 'yes' }],
            channels: [{ name: 'fine' }, { name: longText(101), type: 4 }],
          },
        },
      ],
      status: 400,
      code: 50035,
      fields: {
        name: 'BASE_TYPE_REQUIRED',
        verification_level: 'BASE_TYPE_CHOICES',
        'roles.0.color': 'NUMBER_TYPE_MIN',
        'roles.1.hoist': 'BOOLEAN_TYPE_CONVERT',
        'channels.1.name': 'BASE_TYPE_BAD_LENGTH',
        'channels.1.type': 'BASE_TYPE_CHOICES',
      },
    },
    {
      title: 'refuses more than 250 roles',
      call: ({ bot }) => ['POST', '/guilds', { as: bot, json: { name: 'New', roles: Array(251).fill({}) } }],
      status: 400,
      code: 30005,
    },
    {
      title: 'refuses more than 500 channels',
      call: ({ bot }) => [
        'POST',
        '/guilds',
        { as: bot, json: { name: 'New', channels: Array(501).fill({ name: 'ab' }) } },
      ],
      status: 400,
      code: 30013,
    },
    {
      title: 'refuses a bot in ten guilds',
      prepare: async (service, { bot }) => {
        const guilds = await service.ok('GET', '/users/@me/guilds', { as: bot });
        for (let count = guilds.length; count < MOST_GUILDS; count++) {
          await service.ok('POST', '/guilds', { as: bot, json: { name: 'Another' } });
        }
      },
      call: ({ bot }) => ['POST', '/guilds', { as: bot, json: { name: 'New' } }],
      status: 400,
      code: 30001,
    },
  ],
};
