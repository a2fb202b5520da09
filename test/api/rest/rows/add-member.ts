import assert from 'node:assert/strict';
import type { Member } from '#guildhall/protocol/objects/member.js';
import type { Cast } from '../../support/cast.js';
import { longText, NOBODY } from '../../support/rows.js';
import type { Person, TestService } from '../../support/test-service.js';
import { botHeader, grant } from '../../support/world.js';
import { type Ask, badFields, type CastRow, refusals, type Table } from './common.js';
import { toPublicUser } from './departures.js';
import { BAD_MEMBER } from './guild-members.js';

const memberOf = (guild: string, user: string) => `/guilds/${guild}/members/${user}`;

const add: Ask = ({ as, guild }, { newcomer }) => [
  'PUT',
  memberOf(guild, newcomer.id),
  { as, json: { access_token: newcomer.accessToken } },
];

/** The newcomer is refused with this access token. */
function badToken(title: string, tokenOf: (service: TestService, cast: Cast) => Promise<string>): CastRow {
  let access_token = '';
  return {
    title: `refuses ${title}`,
    prepare: async (service, cast) => {
      access_token = await tokenOf(service, cast);
    },
    call: ({ bot, guild, newcomer }) => [
      'PUT',
      memberOf(guild, newcomer.id),
      { as: bot, json: { access_token } },
    ],
    status: 403,
    code: 50025,
  };
}

/** Takes the person into as many guilds as there may be, ten of each bot. */
async function fillGuilds(service: TestService, person: Person): Promise<void> {
  for (let bots = 0; bots < 10; bots++) {
    const game = await service.game({ name: 'Maker' });
    const as = botHeader(game.bot);
    const { access_token } = await grant(service, game, person, 'guilds.join');
    for (let guilds = 0; guilds < 10; guilds++) {
      const { id } = await service.ok('POST', '/guilds', { as, json: { name: 'Another' } });
      await service.ok('PUT', memberOf(id, person.id), { as, json: { access_token } });
    }
  }
}

/** docs/rest.md, guilds. */
export const addMemberRows: Table = {
  'Add guild member': [
    ...refusals(add, {}, ({ rival }) => rival),
    {
      title: 'is for bots only',
      call: ({ staff, guild, newcomer }) => [
        'PUT',
        memberOf(guild, newcomer.id),
        { as: staff.token, json: { access_token: newcomer.accessToken } },
      ],
      status: 403,
      code: 20002,
    },
    {
      title: 'takes no user that is not an id',
      call: ({ bot, guild }) => ['PUT', memberOf(guild, 'x'), { as: bot, json: { access_token: 'x' } }],
      status: 400,
      code: 50035,
      fields: { user_id: 'NUMBER_TYPE_COERCE' },
    },
    {
      title: 'adds nobody whom the token is not of',
      call: ({ bot, guild, newcomer }) => [
        'PUT',
        memberOf(guild, NOBODY),
        { as: bot, json: { access_token: newcomer.accessToken } },
      ],
      status: 403,
      code: 50025,
    },
    badToken('nonsense', async () => 'nonsense'),
    badToken('a user’s own token', async (_, { newcomer }) => newcomer.token),
    badToken(
      'a token without guilds.join',
      async (service, { game, newcomer }) => (await grant(service, game, newcomer, 'identify')).access_token,
    ),
    badToken(
      'a token for another application',
      async (service, { newcomer }) =>
        (await grant(service, await service.game({ name: 'Other' }), newcomer, 'guilds.join')).access_token,
    ),
    ...badFields(
      (json, { bot, guild, newcomer }) => ['PUT', memberOf(guild, newcomer.id), { as: bot, json: json }],
      ({ newcomer }: Cast) => ({ access_token: newcomer.accessToken, roles: [NOBODY] }),
      {
        ...BAD_MEMBER,
        access_token: [
          [undefined, 'BASE_TYPE_REQUIRED'],
          [5, 'STRING_TYPE_CONVERT'],
          [longText(201), 'BASE_TYPE_BAD_LENGTH'],
        ],
      },
    ),
    {
      title: 'lets in nobody who is banned',
      prepare: (service, { guild, bot, newcomer }) =>
        service.ok('PUT', `/guilds/${guild}/bans/${newcomer.id}`, { as: bot }),
      call: (cast) => add({ as: cast.bot, guild: cast.guild } as never, cast),
      status: 403,
      code: 40007,
    },
    {
      title: 'takes a consenting user in with nick, roles, mute and deaf',
      prepare: (service, { guild, bot, newcomer }) =>
        service.ok('DELETE', `/guilds/${guild}/bans/${newcomer.id}`, { as: bot }),
      call: ({ bot, guild, newcomer, role }) => [
        'PUT',
        memberOf(guild, newcomer.id),
        {
          as: bot,
          json: {
            access_token: newcomer.accessToken,
            nick: 'Neddy',
            roles: [role, role],
            mute: true,
            deaf: true,
          },
        },
      ],
      status: 201,
      check: ({ joined_at: _, ...body }: Member, { newcomer, role }) =>
        assert.deepEqual(body, {
          user: toPublicUser(newcomer),
          nick: 'Neddy',
          roles: [role],
          mute: true,
          deaf: true,
          flags: 0,
        }),
      events: ({ world: { guild }, body }) => [['GUILD_MEMBER_ADD', { ...body, guild_id: guild }]],
      stored: (state, { body }) => {
        state.members.push(body);
        state.members.sort((a, b) => (BigInt(a.user.id) < BigInt(b.user.id) ? -1 : 1));
      },
    },
    {
      title: 'leaves who is a member as they are',
      call: ({ bot, guild, newcomer }) => [
        'PUT',
        memberOf(guild, newcomer.id),
        { as: bot, json: { access_token: newcomer.accessToken, nick: 'Other' } },
      ],
      status: 204,
    },
    {
      title: 'lets nobody into a hundred and first guild',
      prepare: async (service, { guild, newcomer, bot }) => {
        await service.ok('DELETE', memberOf(guild, newcomer.id), { as: bot });
        await fillGuilds(service, newcomer);
      },
      call: (cast) => add({ as: cast.bot, guild: cast.guild } as never, cast),
      status: 400,
      code: 30001,
    },
  ],
};
