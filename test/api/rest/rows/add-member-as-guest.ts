import { type CastRow, outranked, type Table } from './common.js';

/** The newcomer with these fields besides the access token. */
const add =
  (fields: (cast: Parameters<CastRow['call']>[0]) => object): CastRow['call'] =>
  (cast) => [
    'PUT',
    `/guilds/${cast.guild}/members/${cast.newcomer.id}`,
    { as: cast.bot, json: { access_token: cast.newcomer.accessToken, ...fields(cast) } },
  ];

/** Add guild member by a bot that is a member like others, with the staff's role. */
export const addMemberAsGuestRows: Table = {
  'Add guild member': [
    outranked(
      'gives no role that is not below the bot’s own highest',
      add(({ role }) => ({ roles: [role] })),
    ),
    outranked(
      'gives not the bot’s own highest role',
      add(({ staff }) => ({ roles: [staff.role] })),
    ),
    ...(['mute', 'deaf'] as const).map((field) => ({
      title: `needs for ${field} the permission of that field`,
      call: add(() => ({ [field]: true })),
      status: 403,
      code: 50013,
    })),
    {
      title: 'gives a nick and a lower role',
      call: add(({ lower }) => ({ nick: 'Neddy', roles: [lower.role] })),
      status: 201,
      events: ({ world: { guild }, body }) => [['GUILD_MEMBER_ADD', { ...body, guild_id: guild }]],
      stored: (state, { body }) => {
        state.members.push(body);
        state.members.sort((a, b) => (BigInt(a.user.id) < BigInt(b.user.id) ? -1 : 1));
      },
    },
    {
      title: 'needs for nick the permission of that field',
      prepare: async (service, { deputy, game, guild, newcomer, staff }) => {
        const as = { as: deputy.token };
        await service.ok('DELETE', `/guilds/${guild}/members/${newcomer.id}`, as);
        await service.ok('DELETE', `/guilds/${guild}/members/${game.bot.id}/roles/${staff.role}`, as);
      },
      call: add(() => ({ nick: 'N' })),
      status: 403,
      code: 50013,
    },
    {
      title: 'needs for roles the permission of that field',
      call: add(() => ({ roles: [] })),
      status: 403,
      code: 50013,
    },
    {
      title: 'needs CREATE_INSTANT_INVITE',
      prepare: (service, { deputy, guild }) =>
        service.ok('PATCH', `/guilds/${guild}/roles/${guild}`, {
          as: deputy.token,
          json: { permissions: 0x400 },
        }),
      call: add(() => ({})),
      status: 403,
      code: 50013,
    },
  ],
};
