import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { innerCodes, longText, NOBODY, testRows } from '../support/rows.js';
import { grant, useWorld } from '../support/world.js';

const used = useWorld();

testRows(used, {
  'List guild members': [
    {
      title: 'gives one member unless told otherwise',
      call: ({ member, guild }) => ['GET', `/guilds/${guild}/members`, { as: member.token }],
      status: 200,
      check: (body: unknown[]) => assert.equal(body.length, 1),
    },
    {
      title: 'gives the members after an id, in order',
      call: ({ member, guild }) => [
        'GET',
        `/guilds/${guild}/members?limit=10&after=${member.id}`,
        { as: member.token },
      ],
      status: 200,
      check: (body: { user: { id: string } }[], { game }) =>
        assert.deepEqual(
          body.map(({ user }) => user.id),
          [game.bot.id],
        ),
    },
    {
      title: 'wants a limit from 1 to 1000',
      call: ({ member, guild }) => ['GET', `/guilds/${guild}/members?limit=1001`, { as: member.token }],
      status: 400,
      code: 50035,
      fields: { limit: 'NUMBER_TYPE_MAX' },
    },
    {
      title: 'wants numbers as numbers',
      call: ({ member, guild }) => [
        'GET',
        `/guilds/${guild}/members?limit=many&after=x`,
        { as: member.token },
      ],
      status: 400,
      code: 50035,
      fields: { limit: 'NUMBER_TYPE_COERCE', after: 'NUMBER_TYPE_COERCE' },
    },
  ],
  'Get guild member': [
    {
      title: 'shows one',
      call: ({ bot, guild, member }) => ['GET', `/guilds/${guild}/members/${member.id}`, { as: bot }],
      status: 200,
    },
    {
      title: 'does not know who is no member',
      call: ({ bot, guild, stranger }) => ['GET', `/guilds/${guild}/members/${stranger.id}`, { as: bot }],
      status: 404,
      code: 10007,
    },
  ],
});

describe('Add guild member', () => {
  test('takes a consenting user in with nick, roles, mute and deaf, once', async () => {
    const { game, bot, guild, role } = used.world;
    const person = await used.service.person('Grace');
    const { access_token } = await grant(used.service, game, person, 'guilds.join');
    const path = `/guilds/${guild}/members/${person.id}`;
    const json = { access_token, nick: 'Gracie', roles: [role], mute: true, deaf: true };
    const added = await used.service.request('PUT', path, { as: bot, json });
    assert.equal(added.status, 201);
    assert.deepEqual(added.body.roles, [role]);
    assert.deepEqual([added.body.nick, added.body.mute, added.body.deaf], ['Gracie', true, true]);
    const again = await used.service.request('PUT', path, { as: bot, json: { access_token, nick: 'Other' } });
    assert.equal(again.status, 204);
    assert.deepEqual(await used.service.ok('GET', path, { as: bot }), added.body);
  });

  test('needs the very user’s own token with guilds.join, given to the same application', async () => {
    const { game, bot, guild, stranger, member } = used.world;
    const other = await used.service.game({ name: 'Other' });
    const tokens = [
      'nonsense',
      (await grant(used.service, game, stranger, 'identify')).access_token,
      (await grant(used.service, game, member, 'guilds.join')).access_token,
      (await grant(used.service, other, stranger, 'guilds.join')).access_token,
      stranger.token,
    ];
    for (const access_token of tokens) {
      const reply = await used.service.request('PUT', `/guilds/${guild}/members/${stranger.id}`, {
        as: bot,
        json: { access_token },
      });
      assert.deepEqual([reply.status, reply.body.code], [403, 50025]);
    }
  });

  test('refuses a role that is not the guild’s and a nick of 33 characters', async () => {
    const { game, bot, guild, stranger } = used.world;
    const { access_token } = await grant(used.service, game, stranger, 'guilds.join');
    const path = `/guilds/${guild}/members/${stranger.id}`;
    const role = await used.service.request('PUT', path, {
      as: bot,
      json: { access_token, roles: [NOBODY] },
    });
    assert.deepEqual(innerCodes(role.body.errors), { 'roles.0': 'BASE_TYPE_CHOICES' });
    const nick = await used.service.request('PUT', path, {
      as: bot,
      json: { access_token, nick: longText(33) },
    });
    assert.deepEqual(innerCodes(nick.body.errors), { nick: 'BASE_TYPE_BAD_LENGTH' });
    const member = await used.service.request('GET', path, { as: bot });
    assert.equal(member.status, 404, 'nothing is half applied');
  });
});
