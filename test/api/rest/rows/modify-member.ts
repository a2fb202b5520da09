import assert from 'node:assert/strict';
import type { Cast } from '../../support/cast.js';
import { longText, NOBODY } from '../../support/rows.js';
import type { Person, TestService } from '../../support/test-service.js';
import { type Ask, badFields, type CastRow, needs, outranked, refusals, type Table } from './common.js';
import { toPublicUser } from './departures.js';
import { BAD_MEMBER } from './guild-members.js';

const memberOf = (guild: string, user: string) => `/guilds/${guild}/members/${user}`;
const roleOf = (guild: string, user: string, role: string) => `${memberOf(guild, user)}/roles/${role}`;

const modify: Ask = ({ as, guild, user }) => ['PATCH', memberOf(guild, user), { as, json: {} }];
const give: Ask = ({ as, guild, user, role }) => ['PUT', roleOf(guild, user, role), { as }];
const take: Ask = ({ as, guild, user, role }) => ['DELETE', roleOf(guild, user, role), { as }];
const nick: Ask = ({ as, guild }) => [
  'PATCH',
  `/guilds/${guild}/members/@me/nick`,
  { as, json: { nick: 'N' } },
];

/** What a member is after a change. */
interface Becomes {
  readonly nick?: string;
  readonly roles?: string[];
  readonly mute?: boolean;
  readonly deaf?: boolean;
}

/** The member is this and nothing else now, told once. */
function becomes(who: (cast: Cast) => Person, what: (cast: Cast) => Becomes = () => ({})) {
  return {
    events: ({ world }) => {
      const { nick: name = null, roles = [] } = what(world);
      const data = { guild_id: world.guild, user: toPublicUser(who(world)), roles, nick: name };
      return [['GUILD_MEMBER_UPDATE', data]];
    },
    stored: (state, { world }) => {
      const { nick: name, roles = [], mute = false, deaf = false } = what(world);
      state.members = state.members.map((member) => {
        const { user, joined_at, flags } = member;
        if (user.id !== who(world).id) return member;
        return { user, joined_at, flags, roles, mute, deaf, ...(name !== undefined && { nick: name }) };
      });
    },
  } satisfies Pick<CastRow, 'events' | 'stored'>;
}

const lowest = ({ lower }: Cast) => lower.person;
const personOf = ({ person }: Cast) => person;

/** Somebody asks for a change of somebody. */
const change =
  (as: (cast: Cast) => string, user: (cast: Cast) => string, json: (cast: Cast) => object): CastRow['call'] =>
  (cast) => ['PATCH', memberOf(cast.guild, user(cast)), { as: as(cast), json: json(cast) }];
const byBot = ({ bot }: Cast) => bot;
const byStaff = ({ staff }: Cast) => staff.token;

const FIELDS = {
  nick: [() => 'N', 'MANAGE_NICKNAMES'],
  roles: [() => [], 'MANAGE_ROLES'],
  mute: [() => false, 'MUTE_MEMBERS'],
  deaf: [() => false, 'DEAFEN_MEMBERS'],
  channel_id: [({ voice }: Cast) => voice, 'MOVE_MEMBERS'],
} as const;

/** The person of the cast goes into the voice channel. */
async function enterVoice(service: TestService, { guild, person, voice }: Cast): Promise<void> {
  const gateway = await service.identify(person.token);
  await gateway.heard('GUILD_CREATE');
  gateway.send(4, { guild_id: guild, channel_id: voice, self_mute: false, self_deaf: false });
  await gateway.heard('VOICE_STATE_UPDATE');
}

/** docs/rest.md, guilds. */
export const modifyMemberRows: Table = {
  'Modify guild member': [
    {
      title: 'changes everything at once',
      call: change(
        byBot,
        ({ lower }) => lower.person.id,
        ({ role, staff }) => ({
          nick: 'Countess',
          roles: [role, staff.role],
          mute: true,
          deaf: true,
        }),
      ),
      status: 204,
      ...becomes(lowest, ({ role, staff }) => ({
        nick: 'Countess',
        roles: [role, staff.role],
        mute: true,
        deaf: true,
      })),
    },
    {
      title: 'takes the nick away with null and leaves what is not given',
      call: change(
        byBot,
        ({ lower }) => lower.person.id,
        ({ lower }) => ({
          nick: null,
          mute: null,
          roles: [lower.role],
        }),
      ),
      status: 204,
      ...becomes(lowest, ({ lower }) => ({ roles: [lower.role], mute: true, deaf: true })),
    },
    {
      title: 'lets somebody rename and give roles below',
      call: change(
        byStaff,
        ({ person }) => person.id,
        ({ lower }) => ({ nick: 'Jo', roles: [lower.role] }),
      ),
      status: 204,
      ...becomes(personOf, ({ lower }) => ({ nick: 'Jo', roles: [lower.role] })),
    },
    {
      title: 'renames oneself with MANAGE_NICKNAMES',
      call: change(
        byStaff,
        ({ staff }) => staff.person.id,
        () => ({ nick: 'G' }),
      ),
      status: 204,
      ...becomes(
        ({ staff }) => staff.person,
        ({ staff }) => ({ nick: 'G', roles: [staff.role] }),
      ),
    },
    outranked(
      'renames not the owner',
      change(
        byStaff,
        ({ game }) => game.bot.id,
        () => ({ nick: 'N' }),
      ),
    ),
    outranked(
      'renames nobody who is not lower',
      change(
        byStaff,
        ({ deputy }) => deputy.person.id,
        () => ({ nick: 'N' }),
      ),
    ),
    outranked(
      'gives no role that is not below one’s own highest',
      change(
        byStaff,
        ({ person }) => person.id,
        ({ role }) => ({ roles: [role] }),
      ),
    ),
    outranked(
      'takes no role that is not below one’s own highest',
      change(
        byStaff,
        ({ staff }) => staff.person.id,
        () => ({ roles: [] }),
      ),
    ),
    {
      title: 'is not half applied where one part is refused',
      call: change(
        byStaff,
        ({ person }) => person.id,
        ({ role }) => ({ nick: 'half', roles: [role] }),
      ),
      status: 403,
      code: 50013,
    },
    {
      title: 'moves nobody who is not in voice',
      call: change(
        byBot,
        ({ person }) => person.id,
        ({ voice }) => ({ channel_id: voice }),
      ),
      status: 400,
      code: 40032,
    },
    {
      title: 'moves nobody to where one may not go oneself',
      call: change(
        byStaff,
        ({ person }) => person.id,
        ({ vault }) => ({ channel_id: vault }),
      ),
      status: 403,
      code: 50013,
    },
    {
      title: 'does not know any channel',
      call: change(
        byBot,
        ({ person }) => person.id,
        () => ({ channel_id: NOBODY }),
      ),
      status: 404,
      code: 10003,
    },
    {
      title: 'moves a member in voice to a given channel',
      prepare: enterVoice,
      call: change(
        byBot,
        ({ person }) => person.id,
        ({ vault }) => ({ channel_id: vault, mute: true }),
      ),
      status: 204,
      events: ({ world: { guild, lower, person, vault }, heard }) => [
        [
          'GUILD_MEMBER_UPDATE',
          { guild_id: guild, user: toPublicUser(person), roles: [lower.role], nick: 'Jo' },
        ],
        [
          'VOICE_STATE_UPDATE',
          {
            guild_id: guild,
            channel_id: vault,
            user_id: person.id,
            session_id: heard[1]?.d.session_id,
            deaf: false,
            mute: true,
            self_deaf: false,
            self_mute: false,
            suppress: false,
          },
        ],
      ],
      stored: becomes(personOf, ({ lower }) => ({ nick: 'Jo', roles: [lower.role], mute: true })).stored,
    },
    ...refusals(modify, { user: 10007 }),
    ...badFields(
      (json, { bot, guild, person }) => ['PATCH', memberOf(guild, person.id), { as: bot, json }],
      { roles: [NOBODY] },
      {
        ...BAD_MEMBER,
        channel_id: [
          [5, 'STRING_TYPE_CONVERT'],
          ['x', 'NUMBER_TYPE_COERCE'],
        ],
      },
    ),
    ...badFields(
      (json, { bot, guild, person }) => ['PATCH', memberOf(guild, person.id), { as: bot, json }],
      {},
      { channel_id: [[({ text }: Cast) => text, 'BASE_TYPE_CHOICES']] },
    ),
    ...Object.entries(FIELDS).map(([field, [value, permission]]) => ({
      ...needs(permission, ({ as, guild }, cast) => [
        'PATCH',
        memberOf(guild, cast.person.id),
        { as, json: { [field]: value(cast) } },
      ]),
      title: `needs ${permission} for ${field}`,
    })),
  ],
  'Modify current user nick': [
    {
      title: 'tells the nick',
      call: ({ guild, person }) => [
        'PATCH',
        `/guilds/${guild}/members/@me/nick`,
        { as: person.token, json: { nick: 'Jo' } },
      ],
      status: 200,
      check: (body: object) => assert.deepEqual(body, { nick: 'Jo' }),
      ...becomes(personOf, () => ({ nick: 'Jo' })),
    },
    {
      title: 'takes an empty nick for none, and %40me for @me',
      call: ({ guild, person }) => [
        'PATCH',
        `/guilds/${guild}/members/%40me/nick`,
        { as: person.token, json: { nick: '' } },
      ],
      status: 200,
      check: (body: object) => assert.deepEqual(body, { nick: null }),
      ...becomes(personOf),
    },
    ...refusals(nick),
    ...badFields(
      (json, { guild, person }) => ['PATCH', `/guilds/${guild}/members/@me/nick`, { as: person.token, json }],
      {},
      {
        '': [[[], 'DICT_TYPE_CONVERT']],
        nick: [
          [5, 'STRING_TYPE_CONVERT'],
          [longText(33), 'BASE_TYPE_BAD_LENGTH'],
        ],
      },
    ),
    needs('CHANGE_NICKNAME', nick),
  ],
  'Add guild member role': [
    {
      title: 'gives a lower role',
      call: ({ guild, person, lower, staff }) => [
        'PUT',
        roleOf(guild, person.id, lower.role),
        { as: staff.token },
      ],
      status: 204,
      ...becomes(personOf, ({ lower }) => ({ roles: [lower.role] })),
    },
    {
      title: 'tells it also where nothing differs',
      call: ({ guild, person, lower, bot }) => ['PUT', roleOf(guild, person.id, lower.role), { as: bot }],
      status: 204,
      ...becomes(personOf, ({ lower }) => ({ roles: [lower.role] })),
    },
    outranked('gives no higher role', ({ guild, person, role, staff }) => [
      'PUT',
      roleOf(guild, person.id, role),
      { as: staff.token },
    ]),
    outranked('gives not one’s own highest role', ({ guild, person, staff }) => [
      'PUT',
      roleOf(guild, person.id, staff.role),
      { as: staff.token },
    ]),
    outranked('gives not @everyone', ({ guild, person, bot }) => [
      'PUT',
      roleOf(guild, person.id, guild),
      { as: bot },
    ]),
    ...refusals(give, { user: 10007, role: 10011 }),
    needs('MANAGE_ROLES', give),
  ],
  'Remove guild member role': [
    outranked('takes no role from where one stands upwards', ({ guild, staff }) => [
      'DELETE',
      roleOf(guild, staff.person.id, staff.role),
      { as: staff.token },
    ]),
    outranked('takes no higher role', ({ guild, deputy, staff }) => [
      'DELETE',
      roleOf(guild, deputy.person.id, deputy.role),
      { as: staff.token },
    ]),
    ...refusals(take, { user: 10007, role: 10011 }),
    {
      title: 'takes a lower role',
      call: ({ guild, lower, staff }) => [
        'DELETE',
        roleOf(guild, lower.person.id, lower.role),
        { as: staff.token },
      ],
      status: 204,
      ...becomes(lowest),
    },
    needs('MANAGE_ROLES', take),
  ],
};
