import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SqlGuildStore } from '#guildhall/store/sql/guild-store.js';
import { eventually } from '../../helpers/eventually.js';
import { recordEvents } from '../support/event-recorder.js';
import { compare } from '../support/guild-model.js';
import { holdNext } from '../support/hold-next.js';
import { NOBODY, type Row, testRows } from '../support/rows.js';
import type { TestService } from '../support/test-service.js';
import { bearer, useWorld, type World } from '../support/world.js';

const used = useWorld();

const make = ({ text }: World, as: string, json?: object) =>
  ['POST', `/channels/${text}/invites`, { as, ...(json && { json }) }] as const;

const addsInvite: Row['stored'] = (state, { body }) => {
  state.invites.push(body);
  state.invites.sort((a, b) => compare(a.code, b.code));
};

testRows(used, {
  'Create channel invite': [
    {
      title: 'makes one for a day and any number of uses unless told otherwise',
      call: (world) => make(world, world.member.token),
      status: 200,
      check: (body: Record<string, never>, { guild, text, member }) => {
        const { max_age, max_uses, uses, temporary, revoked } = body;
        assert.deepEqual([max_age, max_uses, uses, temporary, revoked], [86400, 0, 0, false, false]);
        assert.deepEqual(body.guild, { id: guild, name: 'World', splash: null, icon: null });
        assert.deepEqual(body.channel, { id: text, name: 'talk', type: 0 });
        assert.deepEqual((body.inviter as unknown as { id: string }).id, member.id);
      },
      stored: addsInvite,
    },
    {
      title: 'makes one as it is told',
      call: (world) => make(world, world.bot, { max_age: 0, max_uses: 5, temporary: true, unique: true }),
      status: 200,
      check: (body: Record<string, unknown>) =>
        assert.deepEqual([body.max_age, body.max_uses, body.temporary], [0, 5, true]),
      stored: addsInvite,
    },
    {
      title: 'checks type and range of each field',
      call: (world) => make(world, world.bot, { max_age: 604801, max_uses: 101, temporary: 'no', unique: 1 }),
      status: 400,
      code: 50035,
      fields: {
        max_age: 'NUMBER_TYPE_MAX',
        max_uses: 'NUMBER_TYPE_MAX',
        temporary: 'BOOLEAN_TYPE_CONVERT',
        unique: 'BOOLEAN_TYPE_CONVERT',
      },
    },
    {
      title: 'is closed to others',
      call: (world) => make(world, world.stranger.token),
      status: 403,
      code: 50001,
    },
    {
      title: 'does not know any channel',
      call: ({ bot }) => ['POST', `/channels/${NOBODY}/invites`, { as: bot }],
      status: 404,
      code: 10003,
    },
  ],
  'Get channel invites': [
    {
      title: 'lists those of the channel',
      call: ({ bot, readOnly }) => ['GET', `/channels/${readOnly}/invites`, { as: bot }],
      status: 200,
      check: (body: unknown[]) => assert.deepEqual(body, []),
    },
    {
      title: 'needs MANAGE_CHANNELS',
      call: ({ member, text }) => ['GET', `/channels/${text}/invites`, { as: member.token }],
      status: 403,
      code: 50013,
    },
  ],
  'Get invite': [
    { title: 'does not know any', call: () => ['GET', '/invites/nothing'], status: 404, code: 10006 },
    {
      title: 'takes no code that cannot be stored',
      call: () => ['GET', '/invites/a%00b'],
      status: 400,
      code: 0,
    },
  ],
  'Accept invite': [
    {
      title: 'does not know any',
      call: ({ stranger }) => ['POST', '/invites/nothing', { as: stranger.token }],
      status: 404,
      code: 10006,
    },
    {
      title: 'is not for bots',
      call: ({ bot }) => ['POST', '/invites/nothing', { as: bot }],
      status: 403,
      code: 20001,
    },
  ],
  'Delete invite': [
    {
      title: 'does not know any',
      call: ({ bot }) => ['DELETE', '/invites/nothing', { as: bot }],
      status: 404,
      code: 10006,
    },
  ],
});

async function newInvite(service: TestService, world: World, json: object): Promise<string> {
  return (await service.ok(...make(world, world.bot, { unique: true, ...json }))).code;
}

describe('An invite', () => {
  test('of the same kind is reused for its creator, unless another one is requested', async () => {
    const { service, world } = used;
    const { bot, readOnly, member } = world;
    const invite = async (json: object, as = bot, channel = readOnly): Promise<string> =>
      (await service.ok('POST', `/channels/${channel}/invites`, { as, json })).code;
    const first = await invite({});
    const before = await service.ok('GET', `/guilds/${world.guild}/audit-logs?limit=1`, { as: bot });
    assert.equal(await invite({ max_age: 86_400, max_uses: 0, temporary: false, unique: false }), first);
    assert.deepEqual(
      await service.ok('GET', `/guilds/${world.guild}/audit-logs?limit=1`, { as: bot }),
      before,
    );
    const others = [
      await invite({ unique: true }),
      await invite({ max_age: 60 }),
      await invite({ max_uses: 7 }),
      await invite({ temporary: true }),
      await invite({}, member.token),
      await invite({}, bot, world.hidden),
    ];
    assert.equal(new Set([first, ...others]).size, 7);
    const short = await invite({ max_age: 60 });
    assert.ok(others.includes(short));
    await service.clock.advance(60_000);
    assert.notEqual(await invite({ max_age: 60 }), short);
  });

  test('is not used more often than allowed by users who join at once while the guild is loaded', async () => {
    const { service, world } = used;
    const path = `/invites/${await newInvite(service, world, { max_uses: 2, max_age: 0 })}`;
    const people = await Promise.all(Array.from({ length: 6 }, (_, index) => service.person(`Many${index}`)));
    await service.restart();
    const replies = await Promise.all(
      people.map(({ token }) => service.request('POST', path, { as: token })),
    );
    const statuses = replies.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [200, 200, 404, 404, 404, 404]);
  });

  test('can be used as often as allowed, counted over a restart, with events for others', async () => {
    const { service, world } = used;
    const { game, member, guild } = world;
    const path = `/invites/${await newInvite(service, world, { max_uses: 2, max_age: 0 })}`;
    const [first, second, third] = [
      await service.person('One'),
      await service.person('Two'),
      await service.person('Three'),
    ];
    const accept = async (as: string) => (await service.request('POST', path, { as })).status;
    const heard = await recordEvents(service, member.token, async () => {
      assert.equal(await accept(await bearer(service, game, first, 'guilds.join')), 200);
      assert.equal(await accept(first.token), 200, 'who is a member stays one');
    });
    assert.deepEqual(
      heard.map(({ t, d }) => [t, d.guild_id, d.user.id]),
      [['GUILD_MEMBER_ADD', guild, first.id]],
    );
    await service.restart();
    const [kept] = (await service.ok('GET', `/guilds/${guild}/invites`, { as: world.bot })).filter(
      ({ max_uses }: { max_uses: number }) => max_uses === 2,
    );
    assert.deepEqual([kept.uses, kept.inviter.id], [1, game.bot.id]);
    const statuses = await Promise.all([accept(second.token), accept(third.token)]);
    assert.deepEqual(
      statuses.sort((a, b) => a - b),
      [200, 404],
      'the last use is one person’s',
    );
    assert.equal((await service.request('GET', path)).status, 404);
  });

  test('needs the scope guilds.join in a user’s name', async () => {
    const { service, world } = used;
    const path = `/invites/${await newInvite(service, world, {})}`;
    const as = await bearer(service, world.game, world.stranger, 'identify');
    assert.equal((await service.request('POST', path, { as })).body.code, 50001);
  });

  test('expires, and is then neither shown nor listed', async () => {
    const { service, world } = used;
    const code = await newInvite(service, world, { max_age: 60 });
    const listed = async () =>
      (await service.ok('GET', `/guilds/${world.guild}/invites`, { as: world.bot })).some(
        (invite: { code: string }) => invite.code === code,
      );
    assert.deepEqual(
      [(await service.request('GET', `/invites/${code}`)).status, await listed()],
      [200, true],
    );
    await service.clock.advance(60_000);
    assert.deepEqual(
      [(await service.request('GET', `/invites/${code}`)).status, await listed()],
      [404, false],
    );
    const late = await service.request('POST', `/invites/${code}`, { as: world.stranger.token });
    assert.equal(late.body.code, 10006);
  });

  test('is found under the other name that clients have for its path', async () => {
    const { service, world } = used;
    const { code } = await service.ok(...make(world, world.bot));
    for (const method of ['GET', 'DELETE']) {
      const path = `${service.url}/v7/invite/${code}?with_counts=true`;
      const reply = await fetch(path, { method, headers: { authorization: world.bot } });
      assert.equal(((await reply.json()) as { code: string }).code, code);
    }
    assert.equal((await service.request('GET', `/invites/${code}`)).status, 404);
  });

  test('can be deleted by members who manage its channel', async () => {
    const { service, world } = used;
    const path = `/invites/${await newInvite(service, world, {})}`;
    const refused = await service.request('DELETE', path, { as: world.member.token });
    assert.deepEqual([refused.status, refused.body.code], [403, 50013]);
    assert.equal((await service.request('DELETE', path, { as: world.stranger.token })).body.code, 50001);
    await service.ok('DELETE', path, { as: world.bot });
    assert.equal((await service.request('GET', path)).status, 404);
  });

  test('that is temporary adds a member until their last session ends, or permanently with a role', async () => {
    const { service, world } = used;
    const { bot, guild, member, role } = world;
    const code = await newInvite(service, world, { temporary: true });
    const [guest, regular] = [await service.person('Guest'), await service.person('Regular')];
    for (const { token } of [guest, regular]) await service.ok('POST', `/invites/${code}`, { as: token });
    await service.ok('PUT', `/guilds/${guild}/members/${regular.id}/roles/${role}`, { as: bot });
    await service.restart();
    const sessions = [await service.identify(guest.token), await service.identify(guest.token)];
    const kept = await service.identify(regular.token);
    for (const session of [...sessions, kept]) await session.heard('GUILD_CREATE');
    const statusOf = async ({ id }: { id: string }) =>
      (await service.request('GET', `/guilds/${guild}/members/${id}`, { as: bot })).status;
    const watcher = await service.identify(member.token);
    await watcher.heard('GUILD_CREATE');
    await sessions[0]?.close();
    await kept.close();
    assert.deepEqual([await statusOf(guest), await statusOf(regular)], [200, 200]);
    await sessions[1]?.close();
    assert.equal((await watcher.heard('GUILD_MEMBER_REMOVE')).user.id, guest.id);
    assert.deepEqual([await statusOf(guest), await statusOf(regular)], [404, 200]);
  });

  test('that is temporary ends although the last session of the member has not received the guild', async () => {
    const { service, world } = used;
    const { bot, guild, member } = world;
    const code = await newInvite(service, world, { temporary: true });
    const [sharded, early] = [await service.person('Sharded'), await service.person('Early')];
    for (const { token } of [sharded, early]) await service.ok('POST', `/invites/${code}`, { as: token });
    const watcher = await service.identify(member.token);
    await watcher.heard('GUILD_CREATE');
    const first = await service.identify(sharded.token);
    const other = 1 - Number((BigInt(guild) >> 22n) % 2n);
    const last = await service.identify(sharded.token, { shard: [other, 2] });
    await first.close();
    await last.close();
    assert.equal((await watcher.heard('GUILD_MEMBER_REMOVE')).user.id, sharded.id);
    const found = holdNext(SqlGuildStore.prototype, 'idsOfUser');
    const lost = await service.connect();
    lost.send(2, { token: early.token, properties: {} });
    await found.reached;
    await lost.drop();
    const removed = () => watcher.frames.filter(({ t }) => t === 'GUILD_MEMBER_REMOVE').length === 2;
    await eventually(removed, { describe: () => 'a session without READY was kept' });
    found.release();
    const reply = await service.request('GET', `/guilds/${guild}/members/${early.id}`, { as: bot });
    assert.equal(reply.status, 404);
  });

  test('that is temporary ends for who does not connect, also if the service restarts', async () => {
    const { service, world } = used;
    const { bot, guild } = world;
    const code = await newInvite(service, world, { temporary: true });
    const [absent, later] = [await service.person('Absent'), await service.person('Later')];
    const statusOf = async ({ id }: { id: string }) =>
      (await service.request('GET', `/guilds/${guild}/members/${id}`, { as: bot })).status;
    await service.ok('POST', `/invites/${code}`, { as: absent.token });
    await service.clock.advance(89_000);
    assert.equal(await statusOf(absent), 200);
    await service.clock.advance(1_000);
    await eventually(async () => (await statusOf(absent)) === 404);
    await service.ok('POST', `/invites/${code}`, { as: later.token });
    await service.restart();
    await eventually(async () => {
      await service.clock.advance(30_000);
      return (await statusOf(later)) === 404;
    });
  });

  test('is not for a category', async () => {
    const { service, world } = used;
    const as = { as: world.bot };
    const json = { name: 'Category', type: 4 };
    const category = await service.ok('POST', `/guilds/${world.guild}/channels`, { ...as, json });
    const reply = await service.request('POST', `/channels/${category.id}/invites`, as);
    assert.deepEqual([reply.status, reply.body.code], [404, 10003]);
  });

  test('is deleted with its channel', async () => {
    const { service, world } = used;
    const as = { as: world.bot };
    const channel = await service.ok('POST', `/guilds/${world.guild}/channels`, {
      ...as,
      json: { name: 'brief' },
    });
    const { code } = await service.ok('POST', `/channels/${channel.id}/invites`, as);
    await service.ok('DELETE', `/channels/${channel.id}`, as);
    assert.equal((await service.request('GET', `/invites/${code}`)).status, 404);
    await service.restart();
    assert.equal((await service.request('GET', `/invites/${code}`)).status, 404);
  });
});

test('a vanity url is an invite that is not an invite among the others', async () => {
  const { service, world } = used;
  const { guild, bot, text } = world;
  const { administration } = service.api;
  await administration.configureGuild(guild, { features: ['VANITY_URL'], vanity_url_code: 'our-world' });
  await service.restart();
  assert.deepEqual(await service.ok('GET', `/guilds/${guild}/vanity-url`, { as: bot }), {
    code: 'our-world',
  });
  const shown = await service.ok('GET', '/invites/our-world');
  assert.deepEqual([shown.guild.id, shown.channel.id], [guild, text]);
  const listed = await service.ok('GET', `/guilds/${guild}/invites`, { as: bot });
  assert.ok(!listed.some(({ code }: { code: string }) => code === 'our-world'));
  assert.equal((await service.request('DELETE', '/invites/our-world', { as: bot })).body.code, 10006);
  const other = await service.ok('POST', '/guilds', {
    as: bot,
    json: { name: 'Other', channels: [{ name: 'ab' }] },
  });
  const configure = (code: string) =>
    service.api.administration.configureGuild(other.id, { vanity_url_code: code });
  await assert.rejects(configure('our-world'), /taken/);
  await assert.rejects(configure('Our World'), /vanity url has/);
});

test('a vanity url is unknown while the guild lacks the feature', async () => {
  const { service, world } = used;
  const { guild, member } = world;
  const { administration } = service.api;
  await administration.configureGuild(guild, { features: ['VANITY_URL'], vanity_url_code: 'our-world' });
  await administration.configureGuild(guild, { features: [] });
  assert.equal((await service.request('GET', '/invites/our-world')).body.code, 10006);
  const accepted = await service.request('POST', '/invites/our-world', { as: member.token });
  assert.equal(accepted.body.code, 10006);
  await administration.configureGuild(guild, { features: ['VANITY_URL'] });
  assert.equal((await service.ok('GET', '/invites/our-world')).guild.id, guild);
});
