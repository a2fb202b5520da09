import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { longText, NOBODY, testRows } from '../support/rows.js';
import { botHeader, useWorld } from '../support/world.js';

const used = useWorld();

testRows(used, {
  'Create guild': [
    {
      title: 'makes a guild with what is asked for',
      call: ({ bot }) => [
        'POST',
        '/guilds',
        { as: bot, json: { name: 'New', region: 'london', verification_level: 2 } },
      ],
      status: 201,
      check: (body: {
        region: string;
        verification_level: number;
        roles: { id: string; name: string }[];
        id: string;
      }) => {
        assert.equal(body.region, 'london');
        assert.equal(body.verification_level, 2);
        assert.deepEqual(
          body.roles.map(({ name }) => name),
          ['@everyone'],
        );
        assert.equal(body.roles[0]?.id, body.id);
      },
    },
    {
      title: 'is for bots only',
      call: ({ member }) => ['POST', '/guilds', { as: member.token, json: { name: 'New' } }],
      status: 403,
      code: 20002,
    },
    {
      title: 'wants a name of 2 to 100 characters',
      call: ({ bot }) => ['POST', '/guilds', { as: bot, json: { name: 'x' } }],
      status: 400,
      code: 50035,
      fields: { name: 'BASE_TYPE_BAD_LENGTH' },
    },
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
      title: 'refuses an overwrite for a placeholder that no role has',
      call: ({ bot }) => [
        'POST',
        '/guilds',
        {
          as: bot,
          json: {
            name: 'New',
            roles: [{ id: 0 }],
            channels: [{ name: 'talk', permission_overwrites: [{ id: 7, type: 'role', allow: 0, deny: 0 }] }],
          },
        },
      ],
      status: 400,
      code: 50035,
      fields: { 'channels.0.permission_overwrites.0.id': 'BASE_TYPE_CHOICES' },
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
  ],
  'Get guild': [
    {
      title: 'shows a member the guild',
      call: ({ member, guild }) => ['GET', `/guilds/${guild}`, { as: member.token }],
      status: 200,
    },
    {
      title: 'is closed to others',
      call: ({ stranger, guild }) => ['GET', `/guilds/${guild}`, { as: stranger.token }],
      status: 403,
      code: 50001,
    },
    {
      title: 'does not know any guild',
      call: ({ member }) => ['GET', `/guilds/${NOBODY}`, { as: member.token }],
      status: 404,
      code: 10004,
    },
    { title: 'needs a token', call: ({ guild }) => ['GET', `/guilds/${guild}`], status: 401, code: 0 },
    {
      title: 'needs a valid token',
      call: ({ guild }) => ['GET', `/guilds/${guild}`, { as: 'Bot nonsense' }],
      status: 401,
      code: 0,
    },
    {
      title: 'wants an id in the path',
      call: ({ member }) => ['GET', '/guilds/world', { as: member.token }],
      status: 400,
      code: 50035,
      fields: { guild_id: 'NUMBER_TYPE_COERCE' },
    },
    {
      title: 'takes no id beyond 64 bits',
      call: ({ member }) => ['GET', '/guilds/18446744073709551616', { as: member.token }],
      status: 400,
      code: 50035,
    },
    {
      title: 'takes the largest id there can be',
      call: ({ member }) => ['GET', '/guilds/18446744073709551615', { as: member.token }],
      status: 404,
      code: 10004,
    },
  ],
  'Get guild roles': [
    {
      title: 'lists them from the lowest',
      call: ({ member, guild }) => ['GET', `/guilds/${guild}/roles`, { as: member.token }],
      status: 200,
    },
  ],
});

describe('Limits', () => {
  test('a bot makes guilds only while in fewer than 10', async () => {
    const game = await used.service.game({ name: 'Maker' });
    const make = () =>
      used.service.request('POST', '/guilds', { as: botHeader(game.bot), json: { name: 'New' } });
    const replies = await Promise.all(Array.from({ length: 12 }, make));
    assert.equal(replies.filter(({ status }) => status === 201).length, 10);
    for (const { status, body } of replies.filter((reply) => reply.status !== 201)) {
      assert.deepEqual([status, body.code], [400, 30001]);
    }
  });

  test('an unapproved application makes 10 channels, over all guilds and however it makes them', async () => {
    const game = await used.service.game({ name: 'Small', approved: false });
    const as = botHeader(game.bot);
    const channels = Array.from({ length: 8 }, (_, index) => ({ name: `room-${index}` }));
    const guild = await used.service.ok('POST', '/guilds', { as, json: { name: 'New', channels } });
    const make = () =>
      used.service.request('POST', `/guilds/${guild.id}/channels`, { as, json: { name: 'more' } });
    const replies = await Promise.all([make(), make(), make(), make()]);
    assert.equal(replies.filter(({ status }) => status === 201).length, 2);
    assert.ok(replies.some(({ body }) => body.code === 30013));
    const another = await used.service.request('POST', '/guilds', {
      as,
      json: { name: 'New', channels: [{ name: 'room' }] },
    });
    assert.deepEqual([another.status, another.body.code], [400, 30013]);
    await used.service.api.administration.setApproved(game.id, true);
    assert.equal((await make()).status, 201);
  });
});

test('what was acknowledged is the same after a restart', async () => {
  const { bot, guild, text } = used.world;
  const paths = [
    `/guilds/${guild}`,
    `/guilds/${guild}/channels`,
    `/guilds/${guild}/members?limit=1000`,
    `/guilds/${guild}/roles`,
    `/channels/${text}`,
    `/channels/${text}/messages`,
  ];
  const state = () => Promise.all(paths.map((path) => used.service.ok('GET', path, { as: bot })));
  const before = await state();
  await used.service.restart();
  assert.deepEqual(await state(), before);
});
