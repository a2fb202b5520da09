import assert from 'node:assert/strict';
import type { Integration } from '#guildhall/protocol/objects/integration.js';
import type { Role } from '#guildhall/protocol/objects/role.js';
import type { Cast } from '../../support/cast.js';
import { longText } from '../../support/rows.js';
import { type Ask, badFields, type CastRow, needs, refusals, type Table } from './common.js';

const listOf = (guild: string) => `/guilds/${guild}/integrations`;
const list: Ask = ({ as, guild }) => ['GET', listOf(guild), { as }];
const create: Ask = ({ as, guild }) => ['POST', listOf(guild), { as, json: { type: 'youtube', id: '8' } }];
const modify: Ask = ({ as, guild, integration }) => [
  'PATCH',
  `${listOf(guild)}/${integration}`,
  { as, json: {} },
];
const remove: Ask = ({ as, guild, integration }) => ['DELETE', `${listOf(guild)}/${integration}`, { as }];
const sync: Ask = ({ as, guild, integration }) => ['POST', `${listOf(guild)}/${integration}/sync`, { as }];
const byBot = ({ bot, guild, integration }: Cast) => ({ as: bot, guild, integration }) as never;

const told: NonNullable<CastRow['events']> = ({ world: { guild } }) => [
  ['GUILD_INTEGRATIONS_UPDATE', { guild_id: guild }],
];

/** The first integration, without what differs from run to run. */
function expected({
  game,
  integration,
}: Cast): Omit<Integration, 'synced_at' | 'user' | 'name' | 'account' | 'role_id'> {
  assert.ok(game);
  return {
    id: integration,
    type: 'twitch',
    enabled: true,
    syncing: false,
    expire_behavior: 0,
    expire_grace_period: 0,
    enable_emoticons: false,
  };
}

/** docs/rest.md, guilds. */
export const integrationRows: Table = {
  'Get guild integrations': [
    {
      title: 'lists them',
      call: ({ bot, guild }) => ['GET', listOf(guild), { as: bot }],
      status: 200,
      check: ([{ synced_at, user, name: _, account, role_id, ...rest }, ...others]: [Integration], cast) => {
        assert.deepEqual(rest, expected(cast));
        assert.equal(user.id, cast.game.bot.id);
        assert.equal(account.id, cast.integration);
        assert.match(synced_at, /^\d{4}-/);
        assert.notEqual(role_id, cast.guild);
        assert.deepEqual(others, []);
      },
    },
    ...refusals(list),
    needs('MANAGE_GUILD', list),
  ],
  'Create guild integration': [
    {
      title: 'attaches one',
      call: (cast) => create(byBot(cast), cast),
      status: 204,
      events: (row) => [
        ['GUILD_ROLE_CREATE', { guild_id: row.world.guild, role: row.heard[0]?.d.role }],
        ...told(row),
      ],
      stored: (state, { world: { game, integration }, heard: [made] }) => {
        const first = state.integrations.find(({ id }) => id === integration);
        assert.ok(first);
        const role: Role = made?.d.role;
        // Its own, like that of the first.
        const like = state.roles.find(({ id }) => id === first.role_id);
        assert.deepEqual({ ...like, id: role.id }, role);
        assert.deepEqual([role.managed, role.permissions], [true, 0]);
        state.roles.splice(1, 0, role);
        // Emoticons are of the first one's platform only.
        const { enable_emoticons: _, account, ...common } = first;
        const other = { id: '8', type: 'youtube', role_id: role.id, account: { ...account, id: '8' } };
        state.integrations.push({ ...common, ...other });
        assert.equal(first.user.id, game.bot.id);
      },
    },
    {
      title: 'attaches none twice',
      call: (cast) => create(byBot(cast), cast),
      status: 400,
      code: 50035,
      fields: { id: 'INTEGRATION_ALREADY_ATTACHED' },
    },
    ...refusals(create),
    ...badFields(
      (json, { bot, guild }) => ['POST', listOf(guild), { as: bot, json }],
      { type: 'youtube', id: '9' },
      {
        '': [[[], 'DICT_TYPE_CONVERT']],
        type: [
          [undefined, 'BASE_TYPE_REQUIRED'],
          [7, 'STRING_TYPE_CONVERT'],
          ['', 'BASE_TYPE_BAD_LENGTH'],
          [longText(33), 'BASE_TYPE_BAD_LENGTH'],
        ],
        id: [
          [undefined, 'BASE_TYPE_REQUIRED'],
          [7, 'STRING_TYPE_CONVERT'],
          ['x', 'NUMBER_TYPE_COERCE'],
        ],
      },
    ),
    needs('MANAGE_GUILD', create),
  ],
  'Modify guild integration': [
    {
      title: 'changes every field',
      call: ({ bot, guild, integration }) => [
        'PATCH',
        `${listOf(guild)}/${integration}`,
        { as: bot, json: { expire_behavior: 1, expire_grace_period: 86400, enable_emoticons: true } },
      ],
      status: 204,
      events: told,
      stored: ({ integrations: [first] }) => {
        Object.assign(first ?? {}, {
          expire_behavior: 1,
          expire_grace_period: 86400,
          enable_emoticons: true,
        });
      },
    },
    {
      title: 'leaves what is not given, told nevertheless',
      call: (cast) => modify(byBot(cast), cast),
      status: 204,
      events: told,
    },
    ...refusals(modify, { integration: 10005 }),
    ...badFields(
      (json, { bot, guild, integration }) => ['PATCH', `${listOf(guild)}/${integration}`, { as: bot, json }],
      {},
      {
        '': [[[], 'DICT_TYPE_CONVERT']],
        expire_behavior: [[2, 'BASE_TYPE_CHOICES']],
        expire_grace_period: [
          ['1', 'NUMBER_TYPE_COERCE'],
          [-1, 'NUMBER_TYPE_MIN'],
          [31_536_001, 'NUMBER_TYPE_MAX'],
        ],
        enable_emoticons: [[1, 'BOOLEAN_TYPE_CONVERT']],
      },
    ),
    needs('MANAGE_GUILD', modify),
  ],
  'Delete guild integration': [
    ...refusals(remove, { integration: 10005 }),
    {
      title: 'detaches one',
      call: (cast) => remove(byBot(cast), cast),
      status: 204,
      events: (row) => [
        ['GUILD_ROLE_DELETE', { guild_id: row.world.guild, role_id: row.heard[0]?.d.role_id }],
        ...told(row),
      ],
      stored: (state, { heard: [deleted] }) => {
        assert.equal(state.integrations[0]?.role_id, deleted?.d.role_id);
        state.roles = state.roles.filter(({ id }) => id !== deleted?.d.role_id);
        state.integrations = [];
      },
    },
    needs('MANAGE_GUILD', remove),
  ],
  'Sync guild integration': [
    {
      title: 'tells when it was',
      prepare: (service) => service.clock.advance(1000),
      call: (cast) => sync(byBot(cast), cast),
      status: 204,
      stored: ({ integrations: [first] }) => {
        assert.ok(first);
        first.synced_at = first.synced_at.replace(/\d{2}\.\d+/, (seconds) =>
          (Number(seconds) + 1).toFixed(6).padStart(9, '0'),
        );
      },
    },
    {
      title: 'gives its role to a subscriber',
      prepare: (service, { guild, integration, person }) =>
        service.api.administration.changeSubscribers(
          guild,
          integration,
          [{ user_id: person.id, expires_at: null }],
          [],
        ),
      call: (cast) => sync(byBot(cast), cast),
      status: 204,
      events: ({ world: { guild, integrationRole }, heard }) => [
        ['GUILD_MEMBER_UPDATE', { ...heard[0]?.d, guild_id: guild, roles: [integrationRole] }],
      ],
      stored: ({ members }, { world: { integrationRole, person } }) => {
        const member = members.find(({ user }) => user.id === person.id);
        assert.ok(member);
        member.roles = [integrationRole];
      },
    },
    ...refusals(sync, { integration: 10005 }),
    needs('MANAGE_GUILD', sync),
  ],
};
