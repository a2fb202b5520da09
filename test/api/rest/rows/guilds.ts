import assert from 'node:assert/strict';
import type { AuditLogEntry } from '#guildhall/protocol/objects/audit-log.js';
import type { Guild } from '#guildhall/protocol/objects/guild.js';
import { type Ask, badQuery, needs, refusals, type Table } from './common.js';

const show: Ask = ({ as, guild }) => ['GET', `/guilds/${guild}`, { as }];
const remove: Ask = ({ as, guild }) => ['DELETE', `/guilds/${guild}`, { as }];
const regions: Ask = ({ as, guild }) => ['GET', `/guilds/${guild}/regions`, { as }];
const invites: Ask = ({ as, guild }) => ['GET', `/guilds/${guild}/invites`, { as }];
const auditLog: Ask = ({ as, guild }) => ['GET', `/guilds/${guild}/audit-logs`, { as }];
const vanity: Ask = ({ as, guild }) => ['GET', `/guilds/${guild}/vanity-url`, { as }];

/** The regions of the era (docs/rest.md, Objects). */
const REGIONS = 17;
const MOST_ID = '18446744073709551615';

/** docs/rest.md, guilds. */
export const guildRows: Table = {
  'Get guild': [
    {
      title: 'shows a member the guild',
      call: ({ member, guild }) => ['GET', `/guilds/${guild}`, { as: member.token }],
      status: 200,
      check: ({ roles, ...body }: Guild, { guild, game, emoji }) => {
        assert.equal(roles.length, 6);
        assert.deepEqual(body, {
          id: guild,
          name: 'World',
          icon: null,
          splash: null,
          owner_id: game.bot.id,
          region: 'us-west',
          afk_channel_id: null,
          afk_timeout: 300,
          embed_enabled: false,
          verification_level: 0,
          default_message_notifications: 0,
          explicit_content_filter: 0,
          emojis: [
            { id: emoji, name: 'smile', roles: [], require_colons: true, managed: false, animated: false },
          ],
          features: [],
          mfa_level: 0,
          application_id: game.id,
          widget_enabled: false,
          system_channel_id: null,
        });
      },
    },
    ...refusals(show),
    {
      title: 'needs a valid token',
      call: ({ guild }) => ['GET', `/guilds/${guild}`, { as: 'Bot nonsense' }],
      status: 401,
      code: 0,
    },
    {
      title: 'takes no id beyond 64 bits',
      call: ({ bot }) => ['GET', `/guilds/${BigInt(MOST_ID) + 1n}`, { as: bot }],
      status: 400,
      code: 50035,
      fields: { guild_id: 'NUMBER_TYPE_COERCE' },
    },
    {
      title: 'takes the largest id there can be',
      call: ({ bot }) => ['GET', `/guilds/${MOST_ID}`, { as: bot }],
      status: 404,
      code: 10004,
    },
  ],
  'Delete guild': [
    ...refusals(remove),
    {
      title: 'is for the owner only, whatever others may',
      prepare: (service, { bot, guild, deputy }) =>
        service.ok('PATCH', `/guilds/${guild}/roles/${deputy.role}`, { as: bot, json: { permissions: 8 } }),
      call: ({ deputy, guild }) => ['DELETE', `/guilds/${guild}`, { as: deputy.token }],
      status: 403,
      code: 50013,
    },
    {
      title: 'leaves nothing of the guild',
      call: ({ bot, guild }) => ['DELETE', `/guilds/${guild}`, { as: bot }],
      status: 204,
      events: ({ world: { guild } }) => [['GUILD_DELETE', { id: guild }]],
      stored: null,
    },
    {
      title: 'does not know a guild that is gone',
      call: ({ bot, guild }) => ['DELETE', `/guilds/${guild}`, { as: bot }],
      status: 404,
      code: 10004,
    },
  ],
  'Get guild voice regions': [
    {
      title: 'lists those of everybody for a guild that is not a VIP',
      call: ({ member, guild }) => ['GET', `/guilds/${guild}/regions`, { as: member.token }],
      status: 200,
      check: (body: { vip: boolean }[]) =>
        assert.deepEqual([body.length, body.some(({ vip }) => vip)], [REGIONS, false]),
    },
    ...refusals(regions),
  ],
  'Get guild invites': [
    {
      title: 'lists none where there is none',
      call: ({ bot, guild }) => ['GET', `/guilds/${guild}/invites`, { as: bot }],
      status: 200,
      check: (body: unknown[]) => assert.deepEqual(body, []),
    },
    {
      title: 'lists them with their metadata',
      prepare: (service, { member, text }) =>
        service.ok('POST', `/channels/${text}/invites`, { as: member.token, json: { max_uses: 3 } }),
      call: ({ bot, guild }) => ['GET', `/guilds/${guild}/invites`, { as: bot }],
      status: 200,
      check: ([invite, ...others]: Record<string, unknown>[], { guild, text, member }) => {
        const { code, created_at, ...rest } = invite ?? {};
        assert.match(String(code), /^\w{4,}$/);
        assert.match(String(created_at), /^\d{4}-/);
        const { id, username, discriminator } = member;
        assert.deepEqual(rest, {
          guild: { id: guild, name: 'World', splash: null, icon: null },
          channel: { id: text, name: 'talk', type: 0 },
          inviter: { id, username, discriminator, avatar: null },
          uses: 0,
          max_uses: 3,
          max_age: 86400,
          temporary: false,
          revoked: false,
        });
        assert.deepEqual(others, []);
      },
    },
    ...refusals(invites),
    needs('MANAGE_GUILD', invites),
  ],
  'Get guild vanity url': [
    {
      title: 'is for guilds with the feature only',
      call: ({ bot, guild }) => ['GET', `/guilds/${guild}/vanity-url`, { as: bot }],
      status: 403,
      code: 50001,
    },
    {
      title: 'does not know any where there is none',
      prepare: (service, { guild }) =>
        service.api.administration.configureGuild(guild, { features: ['VANITY_URL'] }),
      call: ({ bot, guild }) => ['GET', `/guilds/${guild}/vanity-url`, { as: bot }],
      status: 404,
      code: 10006,
    },
    {
      title: 'tells the code',
      prepare: (service, { guild }) =>
        service.api.administration.configureGuild(guild, { vanity_url_code: `world-${guild}` }),
      call: ({ bot, guild }) => ['GET', `/guilds/${guild}/vanity-url`, { as: bot }],
      status: 200,
      check: (body: object, { guild }) => assert.deepEqual(body, { code: `world-${guild}` }),
    },
    ...refusals(vanity),
    needs('MANAGE_GUILD', vanity),
  ],
  'Get guild audit log': [
    {
      title: 'tells what was done',
      call: ({ bot, guild }) => ['GET', `/guilds/${guild}/audit-logs?limit=1`, { as: bot }],
      status: 200,
      check: ({ audit_log_entries: [newest] }: { audit_log_entries: AuditLogEntry[] }, { game }) =>
        assert.equal(newest?.user_id, game.bot.id),
    },
    ...refusals(auditLog),
    ...badQuery((query, { bot, guild }) => ['GET', `/guilds/${guild}/audit-logs${query}`, { as: bot }], {
      user_id: [['y', 'NUMBER_TYPE_COERCE']],
      action_type: [
        ['x', 'NUMBER_TYPE_COERCE'],
        ['0', 'NUMBER_TYPE_MIN'],
      ],
      before: [['x', 'NUMBER_TYPE_COERCE']],
      limit: [
        ['many', 'NUMBER_TYPE_COERCE'],
        ['0', 'NUMBER_TYPE_MIN'],
        ['101', 'NUMBER_TYPE_MAX'],
      ],
    }),
    needs('VIEW_AUDIT_LOG', auditLog),
  ],
};
