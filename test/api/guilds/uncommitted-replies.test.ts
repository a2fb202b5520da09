import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { oneNodeOnly } from '../../helpers/nodes/one-node.js';
import { CommitGate } from '../support/commit-gate.js';
import { type Person, type RequestOptions, type TestReply, TestService } from '../support/test-service.js';
import { join, makeWorld, type World } from '../support/world.js';

/** More requests than it takes to handle one that came before them. */
const REQUESTS = 5;
const ATTACH_FILES = 0x8000;
const SEND_MESSAGES = 0x800;

type Request = readonly [method: string, path: string, options?: RequestOptions];

const skip = oneNodeOnly('the store of the service is in its memory');

describe('While a change is being stored', { skip }, () => {
  const gate = new CommitGate();
  let service: TestService;
  let world: World;
  let friend: Person;
  before(async () => {
    service = await TestService.start({ openStore: gate.openStore });
  });
  after(() => service.stop());
  afterEach(() => gate.open());
  beforeEach(async () => {
    world = await makeWorld(service);
    friend = await service.person('Grace');
    await join(service, world.game, friend, world.guild);
  });

  const request = (...[method, path, options]: Request) =>
    service.request(method, path, { as: world.bot, ...options });

  /** Lets the service handle what it has received. */
  async function handled(): Promise<void> {
    for (let count = 0; count < REQUESTS; count += 1) await service.ok('GET', '/gateway');
  }

  /** The replies to a change that is refused, and to what is requested meanwhile. */
  async function whileRefused(
    change: Request,
    ...during: Request
  ): Promise<{ refused: number; reply: TestReply }> {
    gate.close();
    const changing = request(...change);
    await gate.untilHeld(1);
    const replying = request(...during);
    await handled();
    gate.refuse();
    return { refused: (await changing).status, reply: await replying };
  }

  const rename = (name: string): Request => ['PATCH', `/guilds/${world.guild}`, { json: { name } }];

  test('a guild is shown when it is stored', async () => {
    gate.close();
    const changing = request(...rename('Renamed'));
    await gate.untilHeld(1);
    let isShown = false;
    const reading = request('GET', `/guilds/${world.guild}`).then(({ body }) => {
      isShown = true;
      return body.name;
    });
    await handled();
    assert.equal(isShown, false);
    gate.open();
    assert.equal(await reading, 'Renamed');
    assert.equal((await changing).status, 200);
  });

  const NAMES: readonly [title: string, path: () => string, nameIn: (body: TestReply['body']) => unknown][] =
    [
      ['GET guild', () => `/guilds/${world.guild}`, ({ name }) => name],
      [
        'GET current user guilds',
        () => '/users/@me/guilds',
        (guilds) => guilds.find(({ id }: { id: string }) => id === world.guild)?.name,
      ],
    ];
  for (const [title, path, nameIn] of NAMES) {
    test(`${title} does not show a name that is refused, also not later`, async () => {
      const { refused, reply } = await whileRefused(rename('never stored'), 'GET', path());
      assert.deepEqual([refused, reply.status, nameIn(reply.body)], [503, 200, 'World']);
      assert.equal(nameIn((await request('GET', path())).body), 'World');
    });
  }

  test('GET invite does not show a name that is refused', async () => {
    const { body } = await request('POST', `/channels/${world.text}/invites`, { json: {} });
    const { reply } = await whileRefused(rename('never stored'), 'GET', `/invites/${body.code}`);
    assert.equal(reply.body.guild.name, 'World');
  });

  test('an invite whose deletion is refused is there', async () => {
    const { body } = await request('POST', `/channels/${world.text}/invites`, { json: {} });
    const path = `/invites/${body.code}`;
    const { refused, reply } = await whileRefused(['DELETE', path], 'GET', path);
    assert.deepEqual([refused, reply.status], [503, 200]);
  });

  test('a channel whose deletion is refused is there', async () => {
    const path = `/channels/${world.text}`;
    const { refused, reply } = await whileRefused(['DELETE', path], 'GET', path);
    assert.deepEqual([refused, reply.status, reply.body.name], [503, 200, 'talk']);
  });

  test('a guild whose deletion is refused is there', async () => {
    const path = `/guilds/${world.guild}`;
    const { refused, reply } = await whileRefused(['DELETE', path], 'GET', path);
    assert.deepEqual([refused, reply.status, reply.body.name], [503, 200, 'World']);
  });

  test('a guild that is deleted after another change of it stays deleted', async () => {
    const path = `/guilds/${world.guild}`;
    gate.close();
    const renaming = request(...rename('Renamed'));
    await gate.untilHeld(1);
    const deleting = request('DELETE', path);
    await gate.untilHeld(2);
    gate.passOne();
    assert.equal((await renaming).status, 200);
    const reading = request('GET', path);
    await handled();
    gate.open();
    assert.equal((await deleting).status, 204);
    assert.deepEqual([(await reading).status, (await request('GET', path)).status], [404, 404]);
  });

  const deny = (deny: number): Request => [
    'PUT',
    `/channels/${world.text}/permissions/${world.guild}`,
    { json: { type: 'role', allow: 0, deny } },
  ];

  test('a message is not refused because of a change that is refused', async () => {
    const say = { as: world.member.token, json: { content: 'hello' } };
    const posting = ['POST', `/channels/${world.text}/messages`, say] as const;
    const { refused, reply } = await whileRefused(deny(SEND_MESSAGES), ...posting);
    assert.deepEqual([refused, reply.status, reply.body.content], [503, 200, 'hello']);
  });

  test('a message is refused by a change that is stored', async () => {
    gate.close();
    const denying = request(...deny(SEND_MESSAGES));
    await gate.untilHeld(1);
    const say = { as: world.member.token, json: { content: 'hello' } };
    const posting = request('POST', `/channels/${world.text}/messages`, say);
    await handled();
    gate.open();
    assert.deepEqual([(await denying).status, (await posting).status], [204, 403]);
  });

  test('a form is left to the client if it is refused because of a change that is refused', async () => {
    const multipart = new FormData();
    multipart.set('file', new Blob(['text']), 'note.txt');
    const form = { as: world.member.token, multipart };
    const posting = ['POST', `/channels/${world.text}/messages`, form] as const;
    const { refused, reply } = await whileRefused(deny(ATTACH_FILES), ...posting);
    assert.deepEqual([refused, reply.status, reply.headers.get('retry-after')], [503, 503, '1']);
  });

  test('a change that was already made is decided again if the former one is refused', async () => {
    const path = `/guilds/${world.guild}/roles`;
    const { body: role } = await request('POST', path, { json: { name: 'second' } });
    const { position } = (await request('GET', path)).body.find(
      ({ id }: { id: string }) => id === world.role,
    );
    const move: Request = ['PATCH', path, { json: [{ id: role.id, position }] }];
    const { refused, reply } = await whileRefused(move, ...move);
    assert.deepEqual([refused, reply.status], [503, 200]);
    assert.deepEqual((await request('GET', path)).body, reply.body);
  });

  test('requested members are sent as they are stored', async () => {
    const session = await service.identify(world.bot.replace('Bot ', ''));
    await session.heard('GUILD_CREATE');
    gate.close();
    const path = `/guilds/${world.guild}/members/${world.member.id}`;
    const changing = request('PATCH', path, { json: { nick: 'never stored' } });
    await gate.untilHeld(1);
    session.send(8, { guild_id: world.guild, user_ids: [world.member.id], limit: 0 });
    await handled();
    gate.refuse();
    assert.equal((await changing).status, 503);
    const { members } = await session.heard('GUILD_MEMBERS_CHUNK');
    assert.deepEqual(
      members.map(({ nick, user }) => [user.id, nick]),
      [[world.member.id, undefined]],
    );
  });

  test('a session receives its guild if the removal of its member is refused', async () => {
    gate.close();
    const removing = request('DELETE', `/guilds/${world.guild}/members/${world.member.id}`);
    await gate.untilHeld(1);
    const session = await service.identify(world.member.token);
    await handled();
    gate.refuse();
    assert.equal((await removing).status, 503);
    assert.equal((await session.heard('GUILD_CREATE')).id, world.guild);
    assert.equal(session.dispatches.includes('GUILD_DELETE'), false);
  });

  describe('a private channel', () => {
    let dm: string;
    beforeEach(async () => {
      const json = { recipient_id: friend.id };
      dm = (await request('POST', '/users/@me/channels', { as: world.member.token, json })).body.id;
    });

    test('that is closed is in the list if that is refused', async () => {
      const as = world.member.token;
      const closing = ['DELETE', `/channels/${dm}`, { as }] as const;
      const { refused, reply } = await whileRefused(closing, 'GET', '/users/@me/channels', { as });
      assert.deepEqual([refused, reply.body.map(({ id }: { id: string }) => id)], [503, [dm]]);
    });

    test('shows no message that is refused', async () => {
      const as = world.member.token;
      const posting = [
        'POST',
        `/channels/${dm}/messages`,
        { as, json: { content: 'never stored' } },
      ] as const;
      const { refused, reply } = await whileRefused(posting, 'GET', `/channels/${dm}`, { as });
      assert.deepEqual([refused, reply.body.last_message_id], [503, null]);
    });
  });
});
