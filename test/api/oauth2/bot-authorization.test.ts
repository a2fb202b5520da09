import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { PERMISSIONS } from '#guildhall/protocol/permissions.js';
import { type Game, type Person, type TestReply, TestService } from '../support/test-service.js';
import { botHeader, CALLBACK, client, join, makeWorld, type World } from '../support/world.js';

const { BAN_MEMBERS, KICK_MEMBERS, MANAGE_GUILD, MANAGE_CHANNELS } = PERMISSIONS;

let world: World;
/** a member of the world's guild who may manage it, kick, and nothing else of note */
let manager: Person;
/** the application whose bot is added */
let game: Game;
const service = TestService.forFile(async () => {
  world = await makeWorld(service);
  manager = await service.person('Mia');
  await join(service, world.game, manager, world.guild);
  const role = await service.ok('POST', `/guilds/${world.guild}/roles`, {
    as: world.bot,
    json: { name: 'managers', permissions: MANAGE_GUILD | KICK_MEMBERS },
  });
  const path = `/guilds/${world.guild}/members/${manager.id}/roles/${role.id}`;
  await service.ok('PUT', path, { as: world.bot });
});
beforeEach(async () => {
  game = await service.game({ name: 'Helper' });
});

function add(more: Record<string, string> = {}, as = manager, body: object = {}): Promise<TestReply> {
  const query = new URLSearchParams({ client_id: game.id, scope: 'bot', guild_id: world.guild, ...more });
  const json = { authorize: true, ...body };
  return service.request('POST', `/oauth2/authorize?${query}`, { as: as.token, json });
}

const asOwner = {
  get as() {
    return world.bot;
  },
};
const memberReply = (id = game.bot.id) =>
  service.request('GET', `/guilds/${world.guild}/members/${id}`, asOwner);

interface Role {
  readonly id: string;
  readonly name: string;
  readonly permissions: number;
  readonly managed: boolean;
}

async function botRole(): Promise<Role | undefined> {
  const roles: Role[] = await service.ok('GET', `/guilds/${world.guild}/roles`, asOwner);
  const { body } = await memberReply();
  return roles.find(({ id, managed }) => managed && (body.roles ?? []).includes(id));
}

async function managedRoles(): Promise<string[]> {
  const roles: Role[] = await service.ok('GET', `/guilds/${world.guild}/roles`, asOwner);
  return roles.filter(({ managed, name }) => managed && name === 'Helper').map(({ id }) => id);
}

describe('A bot that a person adds', () => {
  test('joins with a managed role that has what was asked for and what the person has', async () => {
    const member = await service.identify(world.member.token);
    // Before it comes, it may contain the change already.
    await member.heard('GUILD_CREATE');
    const bot = await service.identify(`Bot ${game.bot.token}`);
    const reply = await add({ permissions: String(KICK_MEMBERS | BAN_MEMBERS) });
    assert.deepEqual([reply.status, reply.body], [200, { guild_id: world.guild }]);
    const role = await botRole();
    assert.deepEqual([role?.name, role?.managed, role?.permissions], ['Helper', true, KICK_MEMBERS]);
    assert.equal((await member.heard('GUILD_ROLE_CREATE')).role.id, role?.id);
    const added = await member.heard('GUILD_MEMBER_ADD');
    assert.deepEqual([added.user.id, added.roles], [game.bot.id, [role?.id]]);
    const created = await bot.heard('GUILD_CREATE');
    assert.equal(created.id, world.guild);
    assert.ok(created.roles.some(({ id }: { id: string }) => id === role?.id));
  });

  test('issues a code together with the guild', async () => {
    const more = { scope: 'bot identify', response_type: 'code', redirect_uri: CALLBACK, state: 's' };
    const { body } = await add({ ...more, permissions: String(KICK_MEMBERS) });
    const answer = Object.fromEntries(new URL(body.location).searchParams);
    assert.deepEqual(answer, {
      code: body.code,
      guild_id: world.guild,
      permissions: String(KICK_MEMBERS),
      state: 's',
    });
    const form = { ...client(game), grant_type: 'authorization_code', code: body.code };
    const token = await service.ok('POST', '/oauth2/token', { form: { ...form, redirect_uri: CALLBACK } });
    assert.equal(token.scope, 'bot identify');
  });

  test('gets new permissions when it is added again', async () => {
    await add();
    const before = await botRole();
    assert.equal(before?.permissions, 0);
    const member = await service.identify(world.member.token);
    // Before it comes, it may contain the change already.
    await member.heard('GUILD_CREATE');
    await add({ permissions: String(KICK_MEMBERS | BAN_MEMBERS) });
    const role = await botRole();
    assert.deepEqual([role?.id, role?.permissions], [before?.id, KICK_MEMBERS]);
    assert.equal((await member.heard('GUILD_ROLE_UPDATE')).role.id, role?.id);
    await service.ok('PATCH', `/guilds/${world.guild}/roles/${role?.id}`, {
      as: world.bot,
      json: { permissions: KICK_MEMBERS | BAN_MEMBERS },
    });
    await add({ permissions: String(BAN_MEMBERS | MANAGE_CHANNELS) });
    assert.equal((await botRole())?.permissions, BAN_MEMBERS, 'what it had may stay, nothing else is added');
  });

  test('gets its role also where it is a member without one', async () => {
    game = world.game;
    const reply = await add({ permissions: String(KICK_MEMBERS) });
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    assert.equal((await botRole())?.permissions, KICK_MEMBERS);
  });

  test('keeps a role that nobody above it may change through the page', async () => {
    await add();
    const role = await botRole();
    await service.ok('PATCH', `/guilds/${world.guild}/roles`, {
      as: world.bot,
      json: [{ id: role?.id, position: 50 }],
    });
    const reply = await add({ permissions: String(KICK_MEMBERS) });
    assert.deepEqual([reply.status, reply.body.error], [403, 'access_denied']);
    assert.equal((await botRole())?.permissions, 0);
  });
});

describe('The role of a bot', () => {
  test('cannot be assigned, removed or deleted', async () => {
    await add();
    const role = await botRole();
    const own = `/guilds/${world.guild}/members/${game.bot.id}/roles/${role?.id}`;
    const other = `/guilds/${world.guild}/members/${world.member.id}/roles/${role?.id}`;
    const attempts: [string, string][] = [
      ['PUT', other],
      ['DELETE', own],
      ['DELETE', `/guilds/${world.guild}/roles/${role?.id}`],
    ];
    for (const [method, path] of attempts) {
      const { status, body } = await service.request(method, path, asOwner);
      assert.deepEqual([status, body.code], [403, 50013], path);
    }
  });

  const departures: [title: string, method: string, path: (id: string) => string, asBot: boolean][] = [
    ['is kicked', 'DELETE', (id) => `/guilds/${world.guild}/members/${id}`, false],
    ['is banned', 'PUT', (id) => `/guilds/${world.guild}/bans/${id}`, false],
    ['leaves', 'DELETE', () => `/users/@me/guilds/${world.guild}`, true],
  ];
  for (const [title, method, path, asBot] of departures) {
    test(`is deleted with its overwrites when the bot ${title}`, async () => {
      await add();
      const role = await botRole();
      const targets = [
        { id: role?.id ?? '', type: 'role' },
        { id: game.bot.id, type: 'member' },
      ];
      for (const { id, type } of targets) {
        const json = { type, allow: 0x400, deny: 0 };
        await service.ok('PUT', `/channels/${world.text}/permissions/${id}`, { as: world.bot, json });
      }
      const member = await service.identify(world.member.token);
      // Before it comes, it may contain the change already.
      await member.heard('GUILD_CREATE');
      await service.ok(method, path(game.bot.id), { as: asBot ? botHeader(game.bot) : world.bot });
      assert.equal((await member.heard('GUILD_ROLE_DELETE')).role_id, role?.id);
      await service.restart();
      assert.equal((await managedRoles()).includes(role?.id ?? ''), false);
      const channel = await service.ok('GET', `/channels/${world.text}`, asOwner);
      const left = channel.permission_overwrites.map(({ id }: { id: string }) => id);
      for (const { id } of targets) assert.equal(left.includes(id), false);
    });
  }
});

describe('Adding a bot is refused', () => {
  test('without MANAGE_GUILD, with the same error as for unknown guilds', async () => {
    const outsiders: [Person, string][] = [
      [world.member, world.guild],
      [world.stranger, world.guild],
      [manager, '81384788765712384'],
    ];
    const replies = await Promise.all(outsiders.map(([person, guild_id]) => add({ guild_id }, person)));
    assert.equal(new Set(replies.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size, 1);
    assert.deepEqual([replies[0]?.status, replies[0]?.body.error], [403, 'access_denied']);
    assert.equal((await memberReply()).status, 404);
  });

  test('without saying yes', async () => {
    assert.equal((await add({}, manager, { authorize: false })).body.error, 'access_denied');
    assert.equal((await memberReply()).status, 404);
  });

  test('that is banned', async () => {
    await service.ok('PUT', `/guilds/${world.guild}/bans/${game.bot.id}`, { as: world.bot });
    const { status, body } = await add();
    assert.deepEqual([status, body.error_description], [403, 'the bot is banned from the guild']);
  });

  test('with a token of a bot or an application', async () => {
    const query = new URLSearchParams({ client_id: game.id, scope: 'bot', guild_id: world.guild });
    const request = { as: world.bot, json: { authorize: true } };
    assert.equal((await service.request('POST', `/oauth2/authorize?${query}`, request)).status, 403);
  });
});

describe('A request for a bot', () => {
  const wrong: [title: string, query: Record<string, string>, error: string][] = [
    ['permissions that are not a number', { permissions: 'xyz' }, 'invalid_request'],
    ['negative permissions', { permissions: '-1' }, 'invalid_request'],
    ['permissions in hexadecimal', { permissions: '0x8' }, 'invalid_request'],
    ['an unknown permission bit', { permissions: '512' }, 'invalid_request'],
    ['a permission bit beyond 31', { permissions: '4294967296' }, 'invalid_request'],
    ['permissions that are not a safe number', { permissions: '9'.repeat(40) }, 'invalid_request'],
    ['a guild_id that is not an id', { guild_id: 'abc' }, 'invalid_request'],
    ['an odd disable_guild_select', { disable_guild_select: 'perhaps' }, 'invalid_request'],
    ['another response_type', { response_type: 'none' }, 'unsupported_response_type'],
    ['other scopes and no response_type', { scope: 'bot identify' }, 'invalid_request'],
    ['an answer over RPC', { response_type: 'code', response_mode: 'rpc' }, 'invalid_scope'],
  ];
  for (const [title, query, error] of wrong) {
    test(`is refused with ${title}`, async () => {
      const { status, body } = await add(query);
      assert.deepEqual([status, body.error], [400, error]);
      assert.equal((await memberReply()).status, 404);
    });
  }

  test('needs a guild', async () => {
    for (const more of [{}, { disable_guild_select: 'true' }]) {
      const query = new URLSearchParams({ client_id: game.id, scope: 'bot', ...more });
      const json = { authorize: true };
      const reply = await service.request('POST', `/oauth2/authorize?${query}`, { as: manager.token, json });
      assert.deepEqual([reply.status, reply.body.error], [400, 'invalid_request']);
    }
  });

  test('is refused for an application without a bot', async () => {
    const input = { name: 'None', redirect_uris: [CALLBACK], bot: false, approved: true };
    const { id } = await service.api.administration.createApplication(input);
    assert.deepEqual((await add({ client_id: id })).body.error, 'invalid_scope');
  });

  test('is not for one connection, and no RPC token stands for the person', async () => {
    const once = await add({ response_type: 'code' }, manager, { access_type: 'online' });
    assert.equal(once.body.error, 'invalid_scope');
    const { rpc_token } = await service.ok('POST', '/oauth2/token/rpc', { form: client(game) });
    const reply = await add({ response_type: 'code' }, manager, { rpc_token });
    assert.equal(reply.body.error, 'invalid_scope');
    assert.equal((await memberReply()).status, 404);
  });
});

test('Scopes that give access to nothing are accepted, and unknown ones are refused', async () => {
  for (const scope of ['connections', 'webhook.incoming']) {
    const reply = await add({ scope, response_type: 'code' });
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
  }
  const reply = await add({ scope: 'no.such', response_type: 'code' });
  assert.deepEqual([reply.status, reply.body.error], [400, 'invalid_scope']);
  assert.match(reply.body.error_description, /not supported/);
});
