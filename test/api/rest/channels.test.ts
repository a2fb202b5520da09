import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { recordEvents } from '../support/event-recorder.js';
import { longText, NOBODY, type Row, testRows } from '../support/rows.js';
import { join, useWorld, type World } from '../support/world.js';

const used = useWorld();

/** Who may not: one without the permission, one outside, one who does not see it, and one who asks for nothing. */
function refusals(
  method: string,
  path: (channel: string, world: World) => string,
  json?: (world: World) => unknown,
): Row[] {
  const call = (as: string, channel: string, world: World) =>
    [method, path(channel, world), { as, ...(json && { json: json(world) }) }] as const;
  return [
    {
      title: 'needs the permission',
      call: (world) => call(world.member.token, world.text, world),
      status: 403,
      code: 50013,
    },
    {
      title: 'is closed to others',
      call: (world) => call(world.stranger.token, world.text, world),
      status: 403,
      code: 50001,
    },
    {
      title: 'hides what the caller does not see',
      call: (world) => call(world.member.token, world.hidden, world),
      status: 403,
      code: 50001,
    },
    {
      title: 'does not know any channel',
      call: (world) => call(world.bot, NOBODY, world),
      status: 404,
      code: 10003,
    },
  ];
}

const patch = (json: unknown) => (world: World) =>
  ['PATCH', `/channels/${world.text}`, { as: world.bot, json }] as const;
const overwrite = { type: 'role', allow: 0, deny: 0 };

/** The channel is what the reply says, told once. */
const updated: Pick<Row, 'events' | 'stored'> = {
  events: ({ body }) => [['CHANNEL_UPDATE', body]],
  stored: (state, { body }) => {
    state.channels = state.channels.map((channel) => (channel.id === body.id ? body : channel));
  },
};

testRows(used, {
  'Modify channel': [
    ...refusals(
      'PATCH',
      (channel) => `/channels/${channel}`,
      () => ({}),
    ),
    {
      title: 'changes a text channel',
      call: patch({ name: 'New Name', topic: 'words', nsfw: true, position: 7, bitrate: 9000 }),
      status: 200,
      check: (body: Record<string, unknown>) =>
        assert.deepEqual(
          [body.name, body.topic, body.nsfw, body.position, 'bitrate' in body],
          ['new-name', 'words', true, 7, false],
        ),
      ...updated,
    },
    {
      title: 'changes a voice channel, also with PUT',
      call: ({ bot, voice }) => [
        'PUT',
        `/channels/${voice}`,
        { as: bot, json: { name: 'Room', bitrate: 8000, user_limit: 99, topic: 'none' } },
      ],
      status: 200,
      check: (body: Record<string, unknown>) =>
        assert.deepEqual(
          [body.name, body.bitrate, body.user_limit, 'topic' in body],
          ['Room', 8000, 99, false],
        ),
      ...updated,
    },
    {
      title: 'checks type and range of each field',
      call: patch({
        name: 'x',
        position: -1,
        topic: longText(1025),
        nsfw: 1,
        bitrate: 96001,
        user_limit: -1,
        permission_overwrites: [{ id: 'x', type: 'user', allow: -1 }],
        parent_id: 7,
      }),
      status: 400,
      code: 50035,
      fields: {
        name: 'BASE_TYPE_BAD_LENGTH',
        position: 'NUMBER_TYPE_MIN',
        topic: 'BASE_TYPE_BAD_LENGTH',
        nsfw: 'BOOLEAN_TYPE_CONVERT',
        bitrate: 'NUMBER_TYPE_MAX',
        user_limit: 'NUMBER_TYPE_MIN',
        'permission_overwrites.0.id': 'NUMBER_TYPE_COERCE',
        'permission_overwrites.0.type': 'BASE_TYPE_CHOICES',
        'permission_overwrites.0.allow': 'NUMBER_TYPE_MIN',
        parent_id: 'STRING_TYPE_CONVERT',
      },
    },
    {
      title: 'refuses a text channel name with other signs',
      call: patch({ name: 'wh@t?' }),
      status: 400,
      code: 50035,
      fields: { name: 'CHANNEL_NAME_INVALID' },
    },
    {
      title: 'refuses a parent that is not a category',
      call: (world) => patch({ parent_id: world.voice })(world),
      status: 400,
      code: 50035,
      fields: { parent_id: 'CHANNEL_PARENT_INVALID' },
    },
    {
      title: 'refuses an overwrite for somebody else',
      call: patch({ permission_overwrites: [{ ...overwrite, id: NOBODY }] }),
      status: 400,
      code: 50035,
      fields: { 'permission_overwrites.0.id': 'BASE_TYPE_CHOICES' },
    },
  ],
  'Edit channel permissions': [
    ...refusals(
      'PUT',
      (channel, { guild }) => `/channels/${channel}/permissions/${guild}`,
      () => overwrite,
    ),
    {
      title: 'wants type, and bits as bits',
      call: ({ bot, text, guild }) => [
        'PUT',
        `/channels/${text}/permissions/${guild}`,
        { as: bot, json: { allow: 'all' } },
      ],
      status: 400,
      code: 50035,
      fields: { type: 'BASE_TYPE_REQUIRED', allow: 'NUMBER_TYPE_COERCE' },
    },
    {
      title: 'does not know any role',
      call: ({ bot, text }) => [
        'PUT',
        `/channels/${text}/permissions/${NOBODY}`,
        { as: bot, json: overwrite },
      ],
      status: 404,
      code: 10011,
    },
    {
      title: 'does not know any member',
      call: ({ bot, text }) => [
        'PUT',
        `/channels/${text}/permissions/${NOBODY}`,
        { as: bot, json: { ...overwrite, type: 'member' } },
      ],
      status: 404,
      code: 10007,
    },
  ],
  'Delete channel permission': [
    ...refusals('DELETE', (channel, { guild }) => `/channels/${channel}/permissions/${guild}`),
    {
      title: 'does not know any overwrite',
      call: ({ bot, text }) => ['DELETE', `/channels/${text}/permissions/${NOBODY}`, { as: bot }],
      status: 404,
      code: 10009,
    },
  ],
  'Delete channel': refusals('DELETE', (channel) => `/channels/${channel}`),
});

describe('Channels', () => {
  test('send each change once, in order, and survive a restart', async () => {
    const { service, world } = used;
    const { bot, guild, text, voice, readOnly, member } = world;
    const as = { as: bot };
    const heard = await recordEvents(service, member.token, async () => {
      await service.ok('PATCH', `/channels/${text}`, { ...as, json: { name: 'first' } });
      const json = [
        { id: text, position: 1 },
        { id: voice, position: 0 },
        { id: readOnly, position: 5 },
      ];
      await service.ok('PATCH', `/guilds/${guild}/channels`, { ...as, json });
      const path = `/channels/${text}/permissions/${member.id}`;
      await service.ok('PUT', path, { ...as, json: { type: 'member', allow: '1024', deny: 0x2000 } });
      await service.ok('DELETE', path, as);
    });
    assert.deepEqual(
      heard.map(({ t, d }) => [t, d.id]),
      [
        ['CHANNEL_UPDATE', text],
        ['CHANNEL_UPDATE', text],
        ['CHANNEL_UPDATE', readOnly],
        ['CHANNEL_UPDATE', text],
        ['CHANNEL_UPDATE', text],
      ],
      'a channel that stays where it is is not told',
    );
    assert.deepEqual(heard[3]?.d.permission_overwrites, [
      { id: member.id, type: 'member', allow: 1024, deny: 0x2000 },
    ]);
    const state = () => service.ok('GET', `/guilds/${guild}/channels`, as);
    const before = await state();
    await service.restart();
    assert.deepEqual(await state(), before);
  });

  test('accept the type of an overwrite as a number, and return its name', async () => {
    const { service, world } = used;
    const { bot: as, guild, member, role } = world;
    const written = [
      { id: role, type: 0, allow: 0, deny: 0 },
      { id: member.id, type: 1, allow: 0, deny: 0 },
    ];
    const told = [
      { ...written[0], type: 'role' },
      { ...written[1], type: 'member' },
    ];
    const json = { name: 'numbered', permission_overwrites: written };
    const made = await service.ok('POST', `/guilds/${guild}/channels`, { as, json });
    assert.deepEqual(made.permission_overwrites, told);
    await service.ok('PATCH', `/channels/${made.id}`, { as, json: { permission_overwrites: [] } });
    for (const overwrite of written) {
      await service.ok('PUT', `/channels/${made.id}/permissions/${overwrite.id}`, { as, json: overwrite });
    }
    assert.deepEqual((await service.ok('GET', `/channels/${made.id}`, { as })).permission_overwrites, told);
    await service.ok('DELETE', `/channels/${made.id}`, { as });
  });

  test('that are deleted leave nothing that names them', async () => {
    const { service, world } = used;
    const { bot, guild, member } = world;
    const as = { as: bot };
    const make = (json: object) => service.ok('POST', `/guilds/${guild}/channels`, { ...as, json });
    const category = await make({ name: 'Category', type: 4 });
    const child = await make({ name: 'child', parent_id: category.id });
    const afk = await make({ name: 'Away', type: 2 });
    const json = { afk_channel_id: afk.id, system_channel_id: child.id };
    await service.ok('PATCH', `/guilds/${guild}`, { ...as, json });
    const heard = await recordEvents(service, member.token, async () => {
      await service.ok('DELETE', `/channels/${category.id}`, as);
      await service.ok('DELETE', `/channels/${afk.id}`, as);
      await service.ok('DELETE', `/channels/${child.id}`, as);
    });
    assert.deepEqual(
      heard.map(({ t, d }) => [t, d.id]),
      [
        ['CHANNEL_UPDATE', child.id],
        ['CHANNEL_DELETE', category.id],
        ['CHANNEL_DELETE', afk.id],
        ['GUILD_UPDATE', guild],
        ['CHANNEL_DELETE', child.id],
        ['GUILD_UPDATE', guild],
      ],
    );
    await service.restart();
    const shown = await service.ok('GET', `/guilds/${guild}`, as);
    assert.deepEqual([shown.afk_channel_id, shown.system_channel_id], [null, null]);
    assert.equal((await service.request('GET', `/channels/${child.id}`, as)).status, 404);
  });

  test('can only be granted permissions that the actor has there', async () => {
    const { service, world } = used;
    const { game, guild, role, text, bot } = world;
    const keeper = await service.person('Keeper');
    await join(service, game, keeper, guild, { roles: [role] });
    const as = { as: keeper.token };
    const own = `/channels/${text}/permissions/${keeper.id}`;
    const refused = await service.request('PATCH', `/channels/${text}`, {
      ...as,
      json: { permission_overwrites: [] },
    });
    assert.deepEqual([refused.status, refused.body.code], [403, 50013], 'MANAGE_CHANNELS is not enough');
    await service.ok('PUT', own, { as: bot, json: { type: 'member', allow: 0x10000000, deny: 0x4000 } });
    const give = (allow: number, deny = 0) =>
      service.request('PUT', `/channels/${text}/permissions/${role}`, {
        ...as,
        json: { type: 'role', allow, deny },
      });
    assert.equal((await give(0x800)).status, 204, 'what one holds one may give');
    assert.equal((await give(0x2000)).body.code, 50013, 'MANAGE_MESSAGES is not held');
    assert.equal((await give(0, 0x2)).body.code, 50013, 'nor denied to others when not held');
    const free = await service.request('DELETE', own, as);
    assert.equal(free.body.code, 50013, 'what one is denied one does not take back');
    await service.ok('PATCH', `/channels/${text}`, { ...as, json: { name: 'kept' } });
  });

  test('keep the overwrite of a role that is sent back as that of a member', async () => {
    const { service, world } = used;
    const { bot, game, guild } = world;
    const [VIEW_AND_MANAGE, SEND_MESSAGES] = [0x400 | 0x10 | 0x10000000, 0x800];
    const roles = `/guilds/${guild}/roles`;
    const mods = await service.ok('POST', roles, { as: bot, json: { permissions: VIEW_AND_MANAGE } });
    const mod = await service.person('Mod');
    await join(service, game, mod, guild, { roles: [mods.id] });
    const locked = [guild, mods.id].map((id) => ({ id, type: 'role', allow: 0, deny: SEND_MESSAGES }));
    const json = { name: 'locked', permission_overwrites: locked };
    const { id } = await service.ok('POST', `/guilds/${guild}/channels`, { as: bot, json });
    const sent = { permission_overwrites: locked.map((one) => ({ ...one, type: 'member' })) };
    const refused = await service.request('PATCH', `/channels/${id}`, { as: mod.token, json: sent });
    assert.deepEqual([refused.status, refused.body.code], [400, 50035]);
    const path = `/channels/${id}/permissions/${mods.id}`;
    const [own] = sent.permission_overwrites;
    const put = await service.request('PUT', path, { as: mod.token, json: own });
    assert.deepEqual([put.status, put.body.code], [404, 10007]);
    const shown = await service.ok('GET', `/channels/${id}`, { as: bot });
    assert.deepEqual(shown.permission_overwrites, locked);
    const message = { as: mod.token, json: { content: 'hello' } };
    assert.equal((await service.request('POST', `/channels/${id}/messages`, message)).body.code, 50013);
  });
});
