import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type RequestOptions, TestService } from './support/test-service.js';
import { bearer, botHeader, grant, makeWorld, type World } from './support/world.js';

const NOBODY = '1';

/** One row: who asks for what, and what comes of it. */
interface Row {
  readonly title: string;
  readonly call: (world: World) => readonly [method: string, path: string, options?: RequestOptions];
  readonly status: number;
  /** the error's code, with an error */
  readonly code?: number;
  /** the fields that are wrong, with 50035: path and inner code */
  readonly fields?: Readonly<Record<string, string>>;
  /** what else must hold of the reply's body */
  readonly check?: (body: never, world: World) => void;
}

const longText = (length: number) => 'x'.repeat(length);

const ROWS: Readonly<Record<string, readonly Row[]>> = {
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
  'Get guild channels': [
    {
      title: 'lists all of them',
      call: ({ member, guild }) => ['GET', `/guilds/${guild}/channels`, { as: member.token }],
      status: 200,
      check: (body: { name: string; bitrate?: number }[]) => {
        assert.deepEqual(
          body.map(({ name }) => name),
          ['talk', 'Voice', 'hidden', 'news'],
        );
        assert.equal(body[1]?.bitrate, 64000);
      },
    },
    {
      title: 'is closed to others',
      call: ({ stranger, guild }) => ['GET', `/guilds/${guild}/channels`, { as: stranger.token }],
      status: 403,
      code: 50001,
    },
  ],
  'Create guild channel': [
    {
      title: 'makes a text channel from a name alone, written as text channels are',
      call: ({ bot, guild }) => [
        'POST',
        `/guilds/${guild}/channels`,
        { as: bot, json: { name: 'Long Talks' } },
      ],
      status: 201,
      check: (body: { name: string; type: number; guild_id: string }, { guild }) => {
        assert.deepEqual([body.name, body.type, body.guild_id], ['long-talks', 0, guild]);
      },
    },
    {
      title: 'makes a voice channel with its own fields',
      call: ({ bot, guild }) => [
        'POST',
        `/guilds/${guild}/channels`,
        { as: bot, json: { name: 'Big Room', type: 2, bitrate: 96000, user_limit: 5 } },
      ],
      status: 201,
      check: (body: { name: string; bitrate: number; user_limit: number; position: number }) => {
        assert.deepEqual(
          [body.name, body.bitrate, body.user_limit, body.position],
          ['Big Room', 96000, 5, 1],
        );
      },
    },
    {
      title: 'takes permission bits as decimal strings',
      call: ({ bot, guild }) => [
        'POST',
        `/guilds/${guild}/channels`,
        {
          as: bot,
          json: {
            name: 'quiet',
            permission_overwrites: [{ id: guild, type: 'role', allow: '1024', deny: 2048 }],
          },
        },
      ],
      status: 201,
      check: (body: { permission_overwrites: object[] }, { guild }) => {
        assert.deepEqual(body.permission_overwrites, [{ id: guild, type: 'role', allow: 1024, deny: 2048 }]);
      },
    },
    {
      title: 'needs MANAGE_CHANNELS',
      call: ({ member, guild }) => [
        'POST',
        `/guilds/${guild}/channels`,
        { as: member.token, json: { name: 'mine' } },
      ],
      status: 403,
      code: 50013,
    },
    {
      title: 'is closed to others',
      call: ({ stranger, guild }) => [
        'POST',
        `/guilds/${guild}/channels`,
        { as: stranger.token, json: { name: 'mine' } },
      ],
      status: 403,
      code: 50001,
    },
    {
      title: 'checks type and range of each field',
      call: ({ bot, guild }) => [
        'POST',
        `/guilds/${guild}/channels`,
        {
          as: bot,
          json: {
            name: 5,
            type: 1,
            topic: longText(1025),
            bitrate: 7999,
            user_limit: 100,
            nsfw: 'no',
            parent_id: 'x',
          },
        },
      ],
      status: 400,
      code: 50035,
      fields: {
        name: 'STRING_TYPE_CONVERT',
        type: 'BASE_TYPE_CHOICES',
        topic: 'BASE_TYPE_BAD_LENGTH',
        bitrate: 'NUMBER_TYPE_MIN',
        user_limit: 'NUMBER_TYPE_MAX',
        nsfw: 'BOOLEAN_TYPE_CONVERT',
        parent_id: 'NUMBER_TYPE_COERCE',
      },
    },
    {
      title: 'refuses a text channel name with other signs',
      call: ({ bot, guild }) => ['POST', `/guilds/${guild}/channels`, { as: bot, json: { name: 'wh@t?' } }],
      status: 400,
      code: 50035,
      fields: { name: 'CHANNEL_NAME_INVALID' },
    },
    {
      title: 'refuses a parent that is no category',
      call: ({ bot, guild, text }) => [
        'POST',
        `/guilds/${guild}/channels`,
        { as: bot, json: { name: 'under', parent_id: text } },
      ],
      status: 400,
      code: 50035,
      fields: { parent_id: 'CHANNEL_PARENT_INVALID' },
    },
    {
      title: 'refuses an overwrite for a role of another guild',
      call: ({ bot, guild }) => [
        'POST',
        `/guilds/${guild}/channels`,
        {
          as: bot,
          json: { name: 'quiet', permission_overwrites: [{ id: NOBODY, type: 'role', allow: 0, deny: 0 }] },
        },
      ],
      status: 400,
      code: 50035,
      fields: { 'permission_overwrites.0.id': 'BASE_TYPE_CHOICES' },
    },
    {
      title: 'refuses a body that is a list',
      call: ({ bot, guild }) => ['POST', `/guilds/${guild}/channels`, { as: bot, json: [] }],
      status: 400,
      code: 50035,
      fields: { '': 'DICT_TYPE_CONVERT' },
    },
  ],
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
  'Get guild roles': [
    {
      title: 'lists them from the lowest',
      call: ({ member, guild }) => ['GET', `/guilds/${guild}/roles`, { as: member.token }],
      status: 200,
    },
  ],
  'Get channel': [
    {
      title: 'shows one that the caller sees',
      call: ({ member, text }) => ['GET', `/channels/${text}`, { as: member.token }],
      status: 200,
    },
    {
      title: 'hides one that the caller does not see',
      call: ({ member, hidden }) => ['GET', `/channels/${hidden}`, { as: member.token }],
      status: 403,
      code: 50001,
    },
    {
      title: 'is closed to others',
      call: ({ stranger, text }) => ['GET', `/channels/${text}`, { as: stranger.token }],
      status: 403,
      code: 50001,
    },
    {
      title: 'does not know any channel',
      call: ({ member }) => ['GET', `/channels/${NOBODY}`, { as: member.token }],
      status: 404,
      code: 10003,
    },
  ],
  'Create message': [
    {
      title: 'writes one and names whom it mentions',
      call: ({ member, text, game }) => [
        'POST',
        `/channels/${text}/messages`,
        { as: member.token, json: { content: ` hi <@${game.bot.id}> @everyone `, nonce: 'n1' } },
      ],
      status: 200,
      check: (
        body: { content: string; mentions: { id: string }[]; mention_everyone: boolean; nonce: string },
        { game },
      ) => {
        assert.equal(body.content, `hi <@${game.bot.id}> @everyone`);
        assert.deepEqual(
          body.mentions.map(({ id }) => id),
          [game.bot.id],
        );
        assert.equal(body.mention_everyone, true);
        assert.equal(body.nonce, 'n1');
      },
    },
    {
      title: 'needs SEND_MESSAGES in the channel',
      call: ({ member, readOnly }) => [
        'POST',
        `/channels/${readOnly}/messages`,
        { as: member.token, json: { content: 'hi' } },
      ],
      status: 403,
      code: 50013,
    },
    {
      title: 'needs VIEW_CHANNEL',
      call: ({ member, hidden }) => [
        'POST',
        `/channels/${hidden}/messages`,
        { as: member.token, json: { content: 'hi' } },
      ],
      status: 403,
      code: 50001,
    },
    {
      title: 'refuses an empty one',
      call: ({ member, text }) => [
        'POST',
        `/channels/${text}/messages`,
        { as: member.token, json: { content: '  ' } },
      ],
      status: 400,
      code: 50006,
    },
    {
      title: 'refuses one without a body',
      call: ({ member, text }) => ['POST', `/channels/${text}/messages`, { as: member.token }],
      status: 400,
      code: 50006,
    },
    {
      title: 'refuses more than 2000 characters',
      call: ({ member, text }) => [
        'POST',
        `/channels/${text}/messages`,
        { as: member.token, json: { content: longText(2001) } },
      ],
      status: 400,
      code: 50035,
      fields: { content: 'BASE_TYPE_BAD_LENGTH' },
    },
    {
      title: 'refuses a voice channel',
      call: ({ bot, voice }) => ['POST', `/channels/${voice}/messages`, { as: bot, json: { content: 'hi' } }],
      status: 400,
      code: 50008,
    },
    {
      title: 'is closed to others',
      call: ({ stranger, text }) => [
        'POST',
        `/channels/${text}/messages`,
        { as: stranger.token, json: { content: 'hi' } },
      ],
      status: 403,
      code: 50001,
    },
  ],
  'Get channel messages': [
    {
      title: 'lists them',
      call: ({ member, text }) => ['GET', `/channels/${text}/messages?limit=100`, { as: member.token }],
      status: 200,
    },
    {
      title: 'hides those of a hidden channel',
      call: ({ member, hidden }) => ['GET', `/channels/${hidden}/messages`, { as: member.token }],
      status: 403,
      code: 50001,
    },
    {
      title: 'wants a limit from 1 to 100',
      call: ({ member, text }) => ['GET', `/channels/${text}/messages?limit=0`, { as: member.token }],
      status: 400,
      code: 50035,
      fields: { limit: 'NUMBER_TYPE_MIN' },
    },
  ],
  'Get channel message': [
    {
      title: 'does not know any message',
      call: ({ member, text }) => ['GET', `/channels/${text}/messages/${NOBODY}`, { as: member.token }],
      status: 404,
      code: 10008,
    },
  ],
  'Get current user': [
    {
      title: 'shows a person themselves',
      call: ({ member }) => ['GET', '/users/@me', { as: member.token }],
      status: 200,
      check: (body: { id: string }, { member }) => assert.equal(body.id, member.id),
    },
    {
      title: 'takes %40me for @me',
      call: ({ bot }) => ['GET', '/users/%40me', { as: bot }],
      status: 200,
      check: (body: { bot: boolean }) => assert.equal(body.bot, true),
    },
  ],
  'Get user': [
    {
      title: 'shows anybody',
      call: ({ stranger, member }) => ['GET', `/users/${member.id}`, { as: stranger.token }],
      status: 200,
    },
    {
      title: 'does not know everybody',
      call: ({ member }) => ['GET', `/users/${NOBODY}`, { as: member.token }],
      status: 404,
      code: 10013,
    },
  ],
  'Get current user guilds': [
    {
      title: 'lists guilds with what the caller is in them',
      call: ({ member }) => ['GET', '/users/@me/guilds', { as: member.token }],
      status: 200,
      check: (body: object[], { guild }) =>
        assert.deepEqual(body, [
          { id: guild, name: 'World', icon: null, owner: false, permissions: 104324161 },
        ]),
    },
    {
      title: 'pages',
      call: ({ member, guild }) => ['GET', `/users/@me/guilds?after=${guild}&limit=1`, { as: member.token }],
      status: 200,
      check: (body: []) => assert.deepEqual(body, []),
    },
  ],
  Gateway: [
    { title: 'is told to anyone', call: () => ['GET', '/gateway'], status: 200 },
    {
      title: 'is told to whoever sends any token',
      call: () => ['GET', '/gateway', { as: 'nonsense' }],
      status: 200,
    },
    {
      title: 'is told to bots with their session starts',
      call: ({ bot }) => ['GET', '/gateway/bot', { as: bot }],
      status: 200,
    },
    {
      title: 'with session starts is for bots only',
      call: ({ member }) => ['GET', '/gateway/bot', { as: member.token }],
      status: 403,
      code: 20002,
    },
  ],
  Applications: [
    {
      title: 'show their bot themselves',
      call: ({ bot }) => ['GET', '/oauth2/applications/@me', { as: bot }],
      status: 200,
      check: (body: { id: string; owner: { username: string } }, { game }) =>
        assert.deepEqual([body.id, body.owner.username], [game.id, 'Ada']),
    },
    {
      title: 'show everybody their public face',
      call: ({ game }) => ['GET', `/oauth2/applications/${game.id}/rpc`],
      status: 200,
      check: (body: object) =>
        assert.deepEqual(Object.keys(body), ['description', 'icon', 'id', 'rpc_origins', 'name']),
    },
    {
      title: 'are not all known',
      call: () => ['GET', `/oauth2/applications/${NOBODY}/rpc`],
      status: 404,
      code: 10002,
    },
  ],
  Elsewhere: [
    {
      title: 'an unknown path is not found',
      call: ({ bot }) => ['GET', '/nothing', { as: bot }],
      status: 404,
      code: 0,
    },
    {
      title: 'a wrong method is not allowed',
      call: ({ bot, guild }) => ['PUT', `/guilds/${guild}`, { as: bot, json: {} }],
      status: 405,
      code: 0,
    },
  ],
};

let service: TestService;
let world: World;
before(async () => {
  service = await TestService.start();
  world = await makeWorld(service);
});
after(() => service.stop());

for (const [operation, rows] of Object.entries(ROWS)) {
  describe(operation, () => {
    for (const { title, call, status, code, fields, check } of rows) {
      test(title, async () => {
        const reply = await service.request(...call(world));
        assert.equal(reply.status, status, JSON.stringify(reply.body));
        if (code !== undefined) assert.equal(reply.body.code, code);
        if (fields !== undefined) assert.deepEqual(innerCodes(reply.body.errors), fields);
        check?.(reply.body as never, world);
      });
    }
  });
}

describe('Add guild member', () => {
  test('takes a consenting user in with nick, roles, mute and deaf, once', async () => {
    const { game, bot, guild, role } = world;
    const person = await service.person('Grace');
    const { access_token } = await grant(service, game, person, 'guilds.join');
    const path = `/guilds/${guild}/members/${person.id}`;
    const json = { access_token, nick: 'Gracie', roles: [role], mute: true, deaf: true };
    const added = await service.request('PUT', path, { as: bot, json });
    assert.equal(added.status, 201);
    assert.deepEqual(added.body.roles, [role]);
    assert.deepEqual([added.body.nick, added.body.mute, added.body.deaf], ['Gracie', true, true]);
    const again = await service.request('PUT', path, { as: bot, json: { access_token, nick: 'Other' } });
    assert.equal(again.status, 204);
    assert.deepEqual(await service.ok('GET', path, { as: bot }), added.body);
  });

  test('needs the very user’s own token with guilds.join, given to the same application', async () => {
    const { game, bot, guild, stranger, member } = world;
    const other = await service.game({ name: 'Other' });
    const tokens = [
      'nonsense',
      (await grant(service, game, stranger, 'identify')).access_token,
      (await grant(service, game, member, 'guilds.join')).access_token,
      (await grant(service, other, stranger, 'guilds.join')).access_token,
      stranger.token,
    ];
    for (const access_token of tokens) {
      const reply = await service.request('PUT', `/guilds/${guild}/members/${stranger.id}`, {
        as: bot,
        json: { access_token },
      });
      assert.deepEqual([reply.status, reply.body.code], [403, 50025]);
    }
  });

  test('refuses a role that is not the guild’s and a nick of 33 characters', async () => {
    const { game, bot, guild, stranger } = world;
    const { access_token } = await grant(service, game, stranger, 'guilds.join');
    const path = `/guilds/${guild}/members/${stranger.id}`;
    const role = await service.request('PUT', path, { as: bot, json: { access_token, roles: [NOBODY] } });
    assert.deepEqual(innerCodes(role.body.errors), { 'roles.0': 'BASE_TYPE_CHOICES' });
    const nick = await service.request('PUT', path, { as: bot, json: { access_token, nick: longText(33) } });
    assert.deepEqual(innerCodes(nick.body.errors), { nick: 'BASE_TYPE_BAD_LENGTH' });
    const member = await service.request('GET', path, { as: bot });
    assert.equal(member.status, 404, 'nothing is half applied');
  });
});

describe('A bearer token', () => {
  test('does what its scopes say and no more', async () => {
    const { game, member, guild, text } = world;
    const statuses = async (scope: string, paths: string[]) => {
      const as = await bearer(service, game, member, scope);
      return Promise.all(paths.map(async (path) => (await service.request('GET', path, { as })).status));
    };
    const paths = [
      '/users/@me',
      '/users/@me/guilds',
      `/guilds/${guild}`,
      `/channels/${text}/messages`,
      '/oauth2/@me',
      '/oauth2/tokens',
    ];
    assert.deepEqual(await statuses('identify', paths), [200, 403, 403, 403, 200, 403]);
    assert.deepEqual(await statuses('guilds', paths), [403, 200, 403, 403, 200, 403]);
    assert.deepEqual(await statuses('rpc.api', paths), [200, 200, 200, 403, 200, 403]);
    assert.deepEqual(await statuses('messages.read', paths), [403, 403, 403, 200, 200, 403]);
  });

  test('shows the e-mail address only with the scope email', async () => {
    const { game, member } = world;
    const plain = await service.ok('GET', '/users/@me', {
      as: await bearer(service, game, member, 'identify'),
    });
    assert.equal('email' in plain, false);
    const full = await service.ok('GET', '/users/@me', {
      as: await bearer(service, game, member, 'identify email'),
    });
    assert.equal('email' in full, true);
  });
});

describe('Limits', () => {
  test('a bot makes guilds only while in fewer than 10', async () => {
    const game = await service.game({ name: 'Maker' });
    const make = () => service.request('POST', '/guilds', { as: botHeader(game.bot), json: { name: 'New' } });
    const replies = await Promise.all(Array.from({ length: 12 }, make));
    assert.equal(replies.filter(({ status }) => status === 201).length, 10);
    for (const { status, body } of replies.filter((reply) => reply.status !== 201)) {
      assert.deepEqual([status, body.code], [400, 30001]);
    }
  });

  test('an unapproved application makes 10 channels, over all guilds and however it makes them', async () => {
    const game = await service.game({ name: 'Small', approved: false });
    const as = botHeader(game.bot);
    const channels = Array.from({ length: 8 }, (_, index) => ({ name: `room-${index}` }));
    const guild = await service.ok('POST', '/guilds', { as, json: { name: 'New', channels } });
    const make = () =>
      service.request('POST', `/guilds/${guild.id}/channels`, { as, json: { name: 'more' } });
    const replies = await Promise.all([make(), make(), make(), make()]);
    assert.equal(replies.filter(({ status }) => status === 201).length, 2);
    assert.ok(replies.some(({ body }) => body.code === 30013));
    const another = await service.request('POST', '/guilds', {
      as,
      json: { name: 'New', channels: [{ name: 'room' }] },
    });
    assert.deepEqual([another.status, another.body.code], [400, 30013]);
    await service.api.administration.setApproved(game.id, true);
    assert.equal((await make()).status, 201);
  });
});

describe('Messages', () => {
  test('are paged before, after and around an id, newest first, and by themselves', async () => {
    const { bot, guild } = world;
    const channel = await service.ok('POST', `/guilds/${guild}/channels`, {
      as: bot,
      json: { name: 'pages' },
    });
    const path = `/channels/${channel.id}/messages`;
    const ids: string[] = [];
    for (let number = 0; number < 10; number++) {
      ids.push((await service.ok('POST', path, { as: bot, json: { content: `m${number}` } })).id);
    }
    const page = async (query: string) =>
      (await service.ok('GET', `${path}?${query}`, { as: bot })).map(({ id }: { id: string }) =>
        ids.indexOf(id),
      );
    assert.deepEqual(await page('limit=3'), [9, 8, 7]);
    assert.deepEqual(await page(`limit=3&before=${ids[5]}`), [4, 3, 2]);
    assert.deepEqual(await page(`limit=3&after=${ids[5]}`), [8, 7, 6]);
    assert.deepEqual(await page(`limit=4&around=${ids[5]}`), [6, 5, 4, 3]);
    assert.deepEqual(await page('before=1'), []);
    const one = await service.ok('GET', `${path}/${ids[4]}`, { as: bot });
    assert.equal(one.content, 'm4');
    const shown = await service.ok('GET', `/channels/${channel.id}`, { as: bot });
    assert.equal(shown.last_message_id, ids[9]);
  });
});

test('what was acknowledged is the same after a restart', async () => {
  const { bot, guild, text } = world;
  const paths = [
    `/guilds/${guild}`,
    `/guilds/${guild}/channels`,
    `/guilds/${guild}/members?limit=1000`,
    `/guilds/${guild}/roles`,
    `/channels/${text}`,
    `/channels/${text}/messages`,
  ];
  const state = () => Promise.all(paths.map((path) => service.ok('GET', path, { as: bot })));
  const before = await state();
  await service.restart();
  assert.deepEqual(await state(), before);
});

/** `{name:{_errors:[{code}]}}` as `{name: code}`, nested names joined by dots. */
function innerCodes(errors: object, path: readonly string[] = []): Record<string, string> {
  return Object.assign(
    {},
    ...Object.entries(errors).map(([name, value]) =>
      name === '_errors'
        ? { [path.join('.')]: value.map(({ code }: { code: string }) => code).join() }
        : innerCodes(value, [...path, name]),
    ),
  );
}
