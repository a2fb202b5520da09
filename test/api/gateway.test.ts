import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { GATEWAY_LIMITS } from '#guildhall/api/gateway/limits.js';
import { compareSnowflakes } from '#guildhall/protocol/snowflake.js';
import { eventually } from '../helpers/eventually.js';
import type { Frame } from './support/gateway-client.js';
import { TestService } from './support/test-service.js';
import { botHeader, client, grant, join, makeWorld, type World } from './support/world.js';

let service: TestService;
let world: World;
before(async () => {
  service = await TestService.start();
  world = await makeWorld(service);
});
after(() => service.stop());

/** What a frame says, as the test knows it. */
function dataOf<Data>(frame: Frame | undefined): Data {
  assert.ok(frame);
  return frame.d as Data;
}

/** Lets everything that is on its way arrive: the reply to a heartbeat comes after all that was sent before. */
async function settled(gateway: Awaited<ReturnType<TestService['identify']>>): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 20));
  gateway.send(1, null);
  await gateway.op(11);
}

function post(content: string, as = world.bot, channel = world.text) {
  return service.ok('POST', `/channels/${channel}/messages`, { as, json: { content } });
}

describe('Signing in', () => {
  test('begins with HELLO, then READY with guilds to come, then each guild', async () => {
    const gateway = await service.identify(world.member.token);
    const [hello, ready] = gateway.frames;
    assert.deepEqual(
      [hello?.op, dataOf<{ heartbeat_interval: number }>(hello).heartbeat_interval],
      [10, 45000],
    );
    const data = dataOf<{ v: number; guilds: unknown; user: { id: string }; private_channels: unknown }>(
      ready,
    );
    assert.deepEqual(data.guilds, [{ id: world.guild, unavailable: true }]);
    assert.deepEqual([data.v, data.user.id, data.private_channels], [6, world.member.id, []]);
    const guild = await gateway.heard('GUILD_CREATE');
    assert.equal(guild.id, world.guild);
    assert.equal(guild.unavailable, false);
    assert.equal(guild.member_count, guild.members.length);
    assert.deepEqual(guild.emojis, []);
    assert.equal(guild.channels.length, 4);
    assert.deepEqual(
      gateway.frames.flatMap(({ s }) => s ?? []),
      [1, 2],
    );
    await gateway.close();
  });

  test('takes a bot’s token with and without its prefix, and tells a bot its application', async () => {
    for (const token of [world.game.bot.token, world.bot]) {
      const gateway = await service.identify(token);
      const ready = gateway.frames.find(({ t }) => t === 'READY')?.d as { application: object };
      assert.deepEqual(ready.application, { id: world.game.id, flags: 0 });
      await gateway.close();
    }
  });

  test('is refused with 4004 for a wrong token, and for one that is an application’s', async () => {
    const { access_token } = await grant(service, world.game, world.member, 'identify');
    for (const token of ['nonsense', access_token]) {
      const gateway = await service.connect();
      gateway.send(2, { token });
      assert.equal((await gateway.untilClosed()).code, 4004);
    }
  });

  test('gives a shard the guilds that are its own', async () => {
    const own = Number((BigInt(world.guild) >> 22n) % 2n);
    const mine = await service.identify(world.member.token, { shard: [own, 2] });
    assert.equal((await mine.heard('GUILD_CREATE')).id, world.guild);
    const other = await service.identify(world.member.token, { shard: [1 - own, 2] });
    await settled(other);
    assert.deepEqual(other.dispatches, ['READY']);
    await mine.close();
    await other.close();
  });
});

describe('Wrong frames close the connection', () => {
  const frames: [title: string, frame: string, code: number][] = [
    ['not JSON', 'nonsense', 4002],
    ['no object', '5', 4002],
    ['null', 'null', 4002],
    ['no opcode', '{}', 4002],
    ['an opcode that is no number', '{"op":"2"}', 4002],
    ['an unknown opcode', '{"op":99}', 4001],
    ['an opcode of the server', '{"op":0,"d":{}}', 4001],
    ['IDENTIFY without a token', '{"op":2,"d":{}}', 4002],
    ['IDENTIFY with a token that is no text', '{"op":2,"d":{"token":{}}}', 4002],
    ['a wrong shard', '{"op":2,"d":{"token":"TOKEN","shard":[2,2]}}', 4010],
    ['a command before IDENTIFY', '{"op":3,"d":{"status":"idle"}}', 4003],
    ['more than 4096 bytes', `{"op":1,"d":"${'x'.repeat(4096)}"}`, 4002],
    ['more than a frame may have', 'x'.repeat(100_000), 1009],
    ['deep nesting', '['.repeat(4000), 4002],
  ];
  for (const [title, frame, code] of frames) {
    test(`${title}: ${code}`, async () => {
      const gateway = await service.connect();
      gateway.sendRaw(frame.replace('TOKEN', world.member.token));
      assert.equal((await gateway.untilClosed()).code, code);
    });
  }

  test('bytes that are no text: 4002', async () => {
    const gateway = await service.connect();
    gateway.sendRaw(Buffer.from([0xff, 0xfe, 0x00]));
    assert.equal((await gateway.untilClosed()).code, 4002);
  });

  test('a second IDENTIFY: 4005', async () => {
    const gateway = await service.identify(world.member.token);
    gateway.send(2, { token: world.member.token });
    assert.equal((await gateway.untilClosed()).code, 4005);
  });

  test('more than 120 payloads a minute: 4008', async () => {
    const gateway = await service.connect();
    for (let count = 0; count <= 120; count++) gateway.send(1, null);
    assert.equal((await gateway.untilClosed()).code, 4008);
  });

  test('an unknown encoding or version: closed with the reason', async () => {
    for (const query of ['v=6&encoding=xml', 'v=5&encoding=json']) {
      const gateway = await service.connect(query);
      assert.match((await gateway.untilClosed()).reason, /not supported/);
    }
  });
});

describe('Heartbeats', () => {
  test('are acknowledged, and their absence ends the connection with 4009', async () => {
    const gateway = await service.identify(world.member.token);
    gateway.send(1, 1);
    await gateway.op(11);
    await service.clock.advance(GATEWAY_LIMITS.HEARTBEAT_INTERVAL_MS);
    assert.equal(gateway.closed, null);
    await service.clock.advance(GATEWAY_LIMITS.HEARTBEAT_INTERVAL_MS);
    assert.equal((await gateway.untilClosed()).code, 4009);
  });

  test('a connection that never identifies is closed', async () => {
    const gateway = await service.connect();
    await gateway.op(10);
    await service.clock.advance(GATEWAY_LIMITS.IDENTIFY_WITHIN_MS);
    assert.equal((await gateway.untilClosed()).code, 4003);
  });
});

describe('Events', () => {
  test('reach the members, in order and numbered, and nobody else', async () => {
    const member = await service.identify(world.member.token);
    const bot = await service.identify(world.game.bot.token);
    const stranger = await service.identify(world.stranger.token);
    await member.heard('GUILD_CREATE');
    await bot.heard('GUILD_CREATE');
    const sent = await Promise.all(Array.from({ length: 30 }, (_, number) => post(`m${number}`)));
    for (const gateway of [member, bot]) {
      await eventually(() => gateway.dispatches.filter((name) => name === 'MESSAGE_CREATE').length === 30);
      const heard = gateway.frames
        .filter(({ t }) => t === 'MESSAGE_CREATE')
        .map(({ d }) => (d as { id: string }).id);
      const ordered = sent.map(({ id }) => id).sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1));
      assert.deepEqual(heard, ordered);
      const numbers = gateway.frames.flatMap(({ s }) => s ?? []);
      assert.deepEqual(
        numbers,
        numbers.map((_, index) => index + 1),
      );
    }
    await settled(stranger);
    assert.deepEqual(stranger.dispatches, ['READY']);
    for (const gateway of [member, bot, stranger]) await gateway.close();
  });

  test('of a channel reach only those who see it', async () => {
    const member = await service.identify(world.member.token);
    const bot = await service.identify(world.game.bot.token);
    await member.heard('GUILD_CREATE');
    await bot.heard('GUILD_CREATE');
    await post('secret', world.bot, world.hidden);
    await post('open', world.bot, world.text);
    assert.equal((await bot.heard('MESSAGE_CREATE')).content, 'secret');
    assert.equal((await bot.heard('MESSAGE_CREATE')).content, 'open');
    assert.equal((await member.heard('MESSAGE_CREATE')).content, 'open');
    await member.close();
    await bot.close();
  });

  test('tell a new guild to who made it and to who joins it, and the joining to the others', async () => {
    const person = await service.person('Joan');
    const game = await service.game({ name: 'Fresh' });
    const bot = await service.identify(game.bot.token);
    const joining = await service.identify(person.token);
    const guild = await service.ok('POST', '/guilds', { as: botHeader(game.bot), json: { name: 'Fresh' } });
    assert.equal((await bot.heard('GUILD_CREATE')).id, guild.id);
    await join(service, game, person, guild.id, { nick: 'J' });
    const added = await bot.heard('GUILD_MEMBER_ADD');
    assert.deepEqual([added.guild_id, added.user.id, added.nick], [guild.id, person.id, 'J']);
    const seen = await joining.heard('GUILD_CREATE');
    assert.deepEqual(
      seen.members.map(({ user }) => user.id).sort(compareSnowflakes),
      [game.bot.id, person.id].sort(compareSnowflakes),
    );
    const channel = await service.ok('POST', `/guilds/${guild.id}/channels`, {
      as: botHeader(game.bot),
      json: { name: 'first' },
    });
    assert.deepEqual(await joining.heard('CHANNEL_CREATE'), channel);
    assert.equal((await bot.heard('CHANNEL_CREATE')).id, channel.id);
    await settled(joining);
    assert.deepEqual(joining.dispatches.slice(1), ['GUILD_CREATE', 'CHANNEL_CREATE']);
    await bot.close();
    await joining.close();
  });

  test('a guild that is made while a session begins arrives exactly once, with all that happened in it', async () => {
    const game = await service.game({ name: 'Racer' });
    const as = botHeader(game.bot);
    for (let round = 0; round < 5; round++) {
      const gateway = await service.connect();
      gateway.send(2, { token: game.bot.token });
      const guild = await service.ok('POST', '/guilds', { as, json: { name: 'Race' } });
      const channels = await Promise.all(
        ['aa', 'bb', 'cc'].map((name) =>
          service.ok('POST', `/guilds/${guild.id}/channels`, { as, json: { name } }),
        ),
      );
      const seen = () =>
        gateway.frames.filter(({ t, d }) => t === 'GUILD_CREATE' && (d as { id: string }).id === guild.id);
      await eventually(() => seen().length > 0);
      await settled(gateway);
      assert.equal(seen().length, 1);
      const inGuild = dataOf<{ channels: { id: string }[] }>(seen()[0]).channels.map(({ id }) => id);
      const told = gateway.frames
        .filter(({ t, d }) => t === 'CHANNEL_CREATE' && (d as { guild_id: string }).guild_id === guild.id)
        .map(({ d }) => (d as { id: string }).id);
      assert.deepEqual(
        [...inGuild, ...told].sort(compareSnowflakes),
        channels.map(({ id }) => id).sort(compareSnowflakes),
      );
      await gateway.close();
    }
  });
});

describe('Presence', () => {
  // Sessions of before that lost their connection would still be online.
  beforeEach(() => service.clock.advance(GATEWAY_LIMITS.RESUME_WITHIN_MS));

  test('members hear who comes, changes and goes; who comes later finds them in the guild', async () => {
    const bot = await service.identify(world.game.bot.token);
    await bot.heard('GUILD_CREATE');
    const member = await service.identify(world.member.token);
    const online = await bot.heard('PRESENCE_UPDATE');
    assert.deepEqual(
      [online.user.id, online.status, online.guild_id],
      [world.member.id, 'online', world.guild],
    );
    member.send(3, { status: 'dnd', game: { name: 'Chess', type: 0 }, since: null, afk: false });
    const busy = await bot.heard('PRESENCE_UPDATE');
    assert.deepEqual([busy.status, busy.game?.name], ['dnd', 'Chess']);
    const second = await service.identify(world.game.bot.token);
    const guild = await second.heard('GUILD_CREATE');
    const found = guild.presences.find(({ user }) => user.id === world.member.id);
    assert.deepEqual([found?.status, found?.game?.name], ['dnd', 'Chess']);
    await member.close();
    assert.equal((await bot.heard('PRESENCE_UPDATE')).status, 'offline');
    await bot.close();
    await second.close();
  });

  test('who is invisible is offline to others', async () => {
    const bot = await service.identify(world.game.bot.token);
    await bot.heard('GUILD_CREATE');
    const hiding = await service.identify(world.member.token, { presence: { status: 'invisible' } });
    await hiding.heard('GUILD_CREATE');
    await settled(bot);
    assert.equal(bot.dispatches.includes('PRESENCE_UPDATE'), false);
    await hiding.close();
    await bot.close();
  });

  test('a lost connection leaves its user online until the session ends', async () => {
    const bot = await service.identify(world.game.bot.token);
    await bot.heard('GUILD_CREATE');
    const member = await service.identify(world.member.token);
    await bot.heard('PRESENCE_UPDATE');
    await member.drop();
    await settled(bot);
    assert.equal(bot.dispatches.filter((name) => name === 'PRESENCE_UPDATE').length, 1);
    bot.send(1, null);
    await bot.op(11);
    await service.clock.advance(GATEWAY_LIMITS.HEARTBEAT_INTERVAL_MS);
    bot.send(1, null);
    await bot.op(11);
    await service.clock.advance(GATEWAY_LIMITS.RESUME_WITHIN_MS - GATEWAY_LIMITS.HEARTBEAT_INTERVAL_MS);
    assert.equal((await bot.heard('PRESENCE_UPDATE')).status, 'offline');
    await bot.close();
  });
});

describe('RESUME', () => {
  test('brings what was missed, in order, then RESUMED, then goes on', async () => {
    const first = await service.identify(world.member.token);
    await first.heard('GUILD_CREATE');
    await post('before');
    await first.heard('MESSAGE_CREATE');
    const seq = first.sequence;
    await first.drop();
    await post('missed 1');
    await post('missed 2');
    const second = await service.connect();
    second.send(6, { token: world.member.token, session_id: first.sessionId, seq });
    await second.heard('RESUMED');
    await post('after');
    await eventually(() => second.dispatches.length === 4);
    assert.deepEqual(second.dispatches, ['MESSAGE_CREATE', 'MESSAGE_CREATE', 'RESUMED', 'MESSAGE_CREATE']);
    assert.deepEqual(
      second.frames.flatMap(({ s }) => s ?? []),
      [seq + 1, seq + 2, seq + 3, seq + 4],
    );
    const contents = second.frames.flatMap(({ t, d }) =>
      t === 'MESSAGE_CREATE' ? [(d as { content: string }).content] : [],
    );
    assert.deepEqual(contents, ['missed 1', 'missed 2', 'after']);
    await second.close();
  });

  test('takes the session over from a connection that still seems alive', async () => {
    const first = await service.identify(world.member.token);
    await first.heard('GUILD_CREATE');
    const second = await service.connect();
    second.send(6, { token: world.member.token, session_id: first.sessionId, seq: first.sequence });
    await second.heard('RESUMED');
    await first.untilClosed();
    await post('once');
    await second.heard('MESSAGE_CREATE');
    assert.equal(first.dispatches.includes('MESSAGE_CREATE'), false);
    await second.close();
  });

  test('of an unknown, ended or another’s session is answered with op 9, after which IDENTIFY works', async () => {
    const ended = await service.identify(world.member.token);
    await ended.close(1000);
    const others = await service.identify(world.game.bot.token);
    for (const session_id of ['nonsense', ended.sessionId, others.sessionId]) {
      const gateway = await service.connect();
      gateway.send(6, { token: world.member.token, session_id, seq: 0 });
      assert.equal((await gateway.op(9)).d, false);
      gateway.send(2, { token: world.member.token });
      await gateway.heard('READY');
      await gateway.close();
    }
    await others.close();
  });

  test('from ahead of the session closes with 4007, with a wrong token with 4004', async () => {
    const first = await service.identify(world.member.token);
    await first.drop();
    const ahead = await service.connect();
    ahead.send(6, { token: world.member.token, session_id: first.sessionId, seq: 1000 });
    assert.equal((await ahead.untilClosed()).code, 4007);
    const wrong = await service.connect();
    wrong.send(6, { token: 'nonsense', session_id: first.sessionId, seq: 0 });
    assert.equal((await wrong.untilClosed()).code, 4004);
  });

  test('is too late after the session ended, or when more was missed than is kept', async () => {
    const late = await service.identify(world.member.token);
    await late.drop();
    await service.clock.advance(GATEWAY_LIMITS.RESUME_WITHIN_MS);
    const gateway = await service.connect();
    gateway.send(6, { token: world.member.token, session_id: late.sessionId, seq: 1 });
    assert.equal((await gateway.op(9)).d, false);
    const away = await service.identify(world.member.token);
    await away.heard('GUILD_CREATE');
    await away.drop();
    await Promise.all(Array.from({ length: GATEWAY_LIMITS.REPLAY_EVENTS + 1 }, () => post('x')));
    const back = await service.connect();
    back.send(6, { token: world.member.token, session_id: away.sessionId, seq: away.sequence });
    assert.equal((await back.op(9)).d, false);
    await gateway.drop();
    await back.drop();
  });
});

describe('Members on request', () => {
  test('come by the beginning of their name', async () => {
    const gateway = await service.identify(world.game.bot.token);
    await gateway.heard('GUILD_CREATE');
    gateway.send(8, { guild_id: world.guild, query: 'AD', limit: 0 });
    const chunk = await gateway.heard('GUILD_MEMBERS_CHUNK');
    assert.deepEqual(
      [chunk.guild_id, chunk.members.map(({ user }) => user.id)],
      [world.guild, [world.member.id]],
    );
    await gateway.close();
  });

  test('of a guild one is not in do not come', async () => {
    const gateway = await service.identify(world.stranger.token);
    gateway.send(8, { guild_id: world.guild, query: '', limit: 0 });
    await settled(gateway);
    assert.deepEqual(gateway.dispatches, ['READY']);
    await gateway.close();
  });
});

describe('OAUTH2_TOKEN_REVOKE', () => {
  test('tells a user’s own sessions that a grant, or a token, was taken back', async () => {
    const person = await service.person('Rosa');
    const own = await service.identify(person.token);
    const bot = await service.identify(world.game.bot.token);
    const { access_token } = await grant(service, world.game, person, 'identify');
    await service.ok('POST', '/oauth2/token/revoke', {
      form: { ...client(world.game), token: access_token },
    });
    assert.deepEqual(await own.heard('OAUTH2_TOKEN_REVOKE'), { application_id: world.game.id, access_token });
    await grant(service, world.game, person, 'identify');
    const [known] = await service.ok('GET', '/oauth2/tokens', { as: person.token });
    await service.ok('DELETE', `/oauth2/tokens/${known.id}`, { as: person.token });
    assert.deepEqual(await own.heard('OAUTH2_TOKEN_REVOKE'), {
      application_id: world.game.id,
      access_token: null,
    });
    assert.equal(bot.dispatches.includes('OAUTH2_TOKEN_REVOKE'), false);
    await own.close();
    await bot.close();
  });
});

test('deleting an application ends its bot’s sessions with 4004', async () => {
  const game = await service.game({ name: 'Gone' });
  const bot = await service.identify(game.bot.token);
  await service.api.administration.deleteApplication(game.id);
  assert.equal((await bot.untilClosed()).code, 4004);
  const reply = await service.request('GET', '/users/@me', { as: botHeader(game.bot) });
  assert.equal(reply.status, 401);
});

test('the service stops at once with connections open, and tells them', async () => {
  const other = await TestService.start();
  const person = await other.person();
  const gateway = await other.identify(person.token);
  const idle = await other.connect();
  const started = Date.now();
  await other.stop();
  assert.ok(Date.now() - started < 5000);
  assert.ok(gateway.closed !== null && idle.closed !== null);
});
