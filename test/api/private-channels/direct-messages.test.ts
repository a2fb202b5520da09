import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CHANNEL_TYPES } from '#guildhall/protocol/objects/channel.js';
import { writesOfChannel } from '#guildhall/store/sql/private-channel-store.js';
import { openDatabaseOfTest } from '../../helpers/postgres/database-of-test.js';
import { settled } from '../gateway/helpers.js';
import { fill } from '../support/fill.js';
import { NOBODY, testRows } from '../support/rows.js';
import { bearer, botHeader, join } from '../support/world.js';
import { openDm, received, usePrivateWorld } from './private-world.js';

const used = usePrivateWorld();

/** The DM of the two members, with the token of each. */
async function pair() {
  const { service, world, friend } = used;
  const id = await openDm(service, world.member.token, friend.id);
  return { service, id, path: `/channels/${id}`, ada: world.member, grace: friend };
}

testRows(used, {
  'Create DM': [
    {
      title: 'needs a token',
      call: ({ member }) => ['POST', '/users/@me/channels', { json: { recipient_id: member.id } }],
      status: 401,
      code: 0,
    },
    {
      title: 'refuses a DM with oneself',
      call: ({ member }) => [
        'POST',
        '/users/@me/channels',
        { as: member.token, json: { recipient_id: member.id } },
      ],
      status: 403,
      code: 50007,
    },
    {
      title: 'refuses a user without a shared guild',
      call: ({ member, stranger }) => [
        'POST',
        '/users/@me/channels',
        { as: member.token, json: { recipient_id: stranger.id } },
      ],
      status: 403,
      code: 50007,
    },
    {
      title: 'refuses an unknown user',
      call: ({ member }) => [
        'POST',
        '/users/@me/channels',
        { as: member.token, json: { recipient_id: NOBODY } },
      ],
      status: 404,
      code: 10013,
    },
    {
      title: 'refuses what is no id',
      call: ({ member }) => [
        'POST',
        '/users/@me/channels',
        { as: member.token, json: { recipient_id: 'grace' } },
      ],
      status: 400,
      code: 50035,
    },
    {
      title: 'refuses a body without recipients',
      call: ({ member }) => ['POST', '/users/@me/channels', { as: member.token, json: {} }],
      status: 400,
      code: 50033,
    },
  ],
});

describe('A DM', () => {
  test("is opened by the caller's id in the path, too, and by no other", async () => {
    const { service, world, friend } = used;
    const json = { recipient_id: friend.id };
    const open = (id: string) =>
      service.request('POST', `/users/${id}/channels`, { as: world.member.token, json });
    const { status, body } = await open(world.member.id);
    assert.deepEqual([status, body.id], [200, await openDm(service, world.member.token, friend.id)]);
    const other = await open(friend.id);
    assert.deepEqual([other.status, other.body.code], [403, 50001]);
  });

  test('is one channel for both users, also when both open it at once', async () => {
    const { service, world, friend } = used;
    const [one, other] = await Promise.all([
      openDm(service, world.member.token, friend.id),
      openDm(service, friend.token, world.member.id),
    ]);
    assert.equal(one, other);
    assert.equal(await openDm(service, friend.token, world.member.id), one);
  });

  test('shows each user the other as its recipient, and has no guild', async () => {
    const { service, path, ada, grace } = await pair();
    const { id, username, discriminator } = grace;
    const seen = await service.ok('GET', path, { as: ada.token });
    assert.deepEqual(seen.recipients, [{ id, username, discriminator, avatar: null }]);
    assert.deepEqual([seen.type, 'guild_id' in seen, 'name' in seen], [1, false, false]);
    const back = await service.ok('GET', path, { as: grace.token });
    assert.deepEqual(
      back.recipients.map((user: { id: string }) => user.id),
      [ada.id],
    );
  });

  test('of a bot with a member is opened by the bot; two bots have none', async () => {
    const { service, world } = used;
    const id = await openDm(service, world.bot, world.member.id);
    const message = await service.ok('POST', `/channels/${id}/messages`, {
      as: world.bot,
      json: { content: 'welcome' },
    });
    assert.equal(message.author.bot, true);
    const other = await service.game({ name: 'Other' });
    const json = { recipient_id: world.game.bot.id };
    const reply = await service.request('POST', '/users/@me/channels', { as: botHeader(other.bot), json });
    assert.deepEqual([reply.status, reply.body.code], [403, 50007]);
  });

  test('is neither opened nor listed by an application in the name of a person', async () => {
    const { service, world, friend } = used;
    const as = await bearer(service, world.game, world.member, 'rpc.api messages.read');
    for (const method of ['GET', 'POST']) {
      const json = method === 'POST' ? { recipient_id: friend.id } : undefined;
      const reply = await service.request(method, '/users/@me/channels', { as, json });
      assert.deepEqual([reply.status, reply.body.code], [403, 50001]);
    }
  });

  test('sends CHANNEL_CREATE to who opens it, and to the other user before the first message', async () => {
    const { service, world } = used;
    const grace = await service.person('Hopper');
    await join(service, world.game, grace, world.guild);
    const ada = world.member;
    let id = '';
    const [opened, early] = await received(service, [ada.token, grace.token], async () => {
      id = await openDm(service, ada.token, grace.id);
    });
    assert.deepEqual(
      opened?.map(({ t, d }) => [t, d.id, d.recipients[0].id]),
      [['CHANNEL_CREATE', id, grace.id]],
    );
    assert.deepEqual(early, []);
    const [own, theirs] = await received(service, [ada.token, grace.token], () =>
      service.ok('POST', `/channels/${id}/messages`, { as: ada.token, json: { content: `<@${grace.id}>` } }),
    );
    assert.deepEqual(
      own?.map(({ t }) => t),
      ['MESSAGE_CREATE'],
    );
    assert.deepEqual(
      theirs?.map(({ t }) => t),
      ['CHANNEL_CREATE', 'MESSAGE_CREATE'],
    );
    assert.equal(theirs?.[0]?.d.recipients[0].id, ada.id);
    const message = theirs?.[1]?.d;
    assert.deepEqual(
      [message.channel_id, 'guild_id' in message, message.mentions[0].id],
      [id, false, grace.id],
    );
  });

  test('that is closed leaves the list of one user only, and a message opens it again', async () => {
    const { service, id, path, ada, grace } = await pair();
    await service.ok('POST', `${path}/messages`, { as: ada.token, json: { content: 'hello' } });
    const listed = async (as: string): Promise<string[]> =>
      (await service.ok('GET', '/users/@me/channels', { as })).map((channel: { id: string }) => channel.id);
    const [own, theirs] = await received(service, [ada.token, grace.token], async () => {
      await service.ok('DELETE', path, { as: grace.token });
    });
    assert.deepEqual([own?.map(({ t }) => t), theirs?.map(({ t }) => t)], [[], ['CHANNEL_DELETE']]);
    assert.deepEqual(
      [(await listed(ada.token)).includes(id), (await listed(grace.token)).includes(id)],
      [true, false],
    );
    await service.restart();
    assert.equal((await listed(grace.token)).includes(id), false);
    assert.equal((await service.ok('GET', `${path}/messages`, { as: grace.token }))[0].content, 'hello');
    await service.ok('POST', `${path}/messages`, { as: ada.token, json: { content: 'again' } });
    assert.equal((await listed(grace.token)).includes(id), true);
  });

  test('sends edits, reactions, pins, typing and deletions to both users, and stores what stays', async () => {
    const { service, path, ada, grace } = await pair();
    const post = (content: string) =>
      service.ok('POST', `${path}/messages`, {
        as: ada.token,
        json: { content, embeds: [{ title: 'embed' }] },
      });
    const { id } = await post('draft');
    const message = `${path}/messages/${id}`;
    const thumb = `${message}/reactions/${encodeURIComponent('👍')}`;
    const both = await received(service, [ada.token, grace.token], async () => {
      await service.ok('PATCH', message, { as: ada.token, json: { content: 'final' } });
      await service.ok('PUT', `${thumb}/@me`, { as: grace.token });
      await service.ok('PUT', `${path}/pins/${id}`, { as: grace.token });
      await service.ok('POST', `${path}/typing`, { as: grace.token });
      const { id: gone } = await post('gone');
      await service.ok('DELETE', `${path}/messages/${gone}`, { as: ada.token });
      await service.ok('DELETE', `${thumb}/@me`, { as: grace.token });
      await service.ok('PUT', `${thumb}/@me`, { as: ada.token });
    });
    for (const events of both) {
      assert.deepEqual(
        events.map(({ t }) => t),
        [
          'MESSAGE_UPDATE',
          'MESSAGE_REACTION_ADD',
          'MESSAGE_UPDATE',
          'CHANNEL_PINS_UPDATE',
          'MESSAGE_CREATE',
          'TYPING_START',
          'MESSAGE_CREATE',
          'MESSAGE_DELETE',
          'MESSAGE_REACTION_REMOVE',
          'MESSAGE_REACTION_ADD',
        ],
      );
      assert.deepEqual(
        events.filter(({ d }) => 'guild_id' in d),
        [],
      );
    }
    await service.restart();
    const [stored] = await service.ok('GET', `${path}/pins`, { as: grace.token });
    assert.deepEqual(
      [
        stored.content,
        stored.pinned,
        stored.reactions[0].count,
        stored.reactions[0].me,
        stored.embeds[0].title,
      ],
      ['final', true, 1, false, 'embed'],
    );
    const [notice] = await service.ok('GET', `${path}/messages`, { as: ada.token });
    const channel = await service.ok('GET', path, { as: ada.token });
    assert.deepEqual([channel.last_message_id, notice.type], [notice.id, 6]);
    assert.ok(channel.last_pin_timestamp);
    const users = await service.ok('GET', thumb, { as: grace.token });
    assert.deepEqual(
      users.map((user: { id: string }) => user.id),
      [ada.id],
    );
  });

  test('allows only the author to edit and delete a message, and users to remove only their own reaction', async () => {
    const { service, path, ada, grace } = await pair();
    const { id } = await service.ok('POST', `${path}/messages`, { as: ada.token, json: { content: 'mine' } });
    const message = `${path}/messages/${id}`;
    const reaction = `${message}/reactions/${encodeURIComponent('👍')}`;
    await service.ok('PUT', `${reaction}/@me`, { as: ada.token });
    const refusals: [string, string, object | undefined, number][] = [
      ['PATCH', message, { content: 'yours' }, 50005],
      ['DELETE', message, undefined, 50003],
      ['DELETE', `${reaction}/${ada.id}`, undefined, 50003],
      ['POST', `${path}/messages`, { content: ' ' }, 50006],
      ['PUT', `${message}/reactions/wave:123/@me`, undefined, 10014],
    ];
    for (const [method, target, json, code] of refusals) {
      const reply = await service.request(method, target, { as: grace.token, json });
      assert.equal(reply.body.code, code, `${method} ${target}`);
    }
  });

  test('accepts no messages once its users share no guild, and keeps existing ones', async () => {
    const { service, world } = used;
    const leaver = await service.person('Leaver');
    await join(service, world.game, leaver, world.guild);
    const id = await openDm(service, leaver.token, world.member.id);
    const path = `/channels/${id}`;
    await service.ok('POST', `${path}/messages`, { as: leaver.token, json: { content: 'bye' } });
    await service.ok('DELETE', `/users/@me/guilds/${world.guild}`, { as: leaver.token });
    for (const as of [leaver.token, world.member.token]) {
      const reply = await service.request('POST', `${path}/messages`, { as, json: { content: 'hi' } });
      assert.deepEqual([reply.status, reply.body.code], [403, 50007]);
      assert.equal((await service.request('POST', `${path}/typing`, { as })).body.code, 50007);
      assert.equal((await service.ok('GET', `${path}/messages`, { as }))[0].content, 'bye');
    }
    assert.equal(await openDm(service, world.member.token, leaver.id), id);
  });

  test('is not changed or reopened by a user who no longer shares a guild with the other', async () => {
    const { service, world } = used;
    const leaver = await service.person('Leaver');
    await join(service, world.game, leaver, world.guild);
    const path = `/channels/${await openDm(service, leaver.token, world.member.id)}`;
    const as = leaver.token;
    const write = (content: string) => service.ok('POST', `${path}/messages`, { as, json: { content } });
    const [message, pinned] = [await write('one'), await write('two')];
    const one = `${path}/messages/${message.id}`;
    const thumb = encodeURIComponent('👍');
    await service.ok('PUT', `${one}/reactions/${thumb}/@me`, { as });
    await service.ok('PUT', `${path}/pins/${pinned.id}`, { as });
    await service.ok('DELETE', path, { as: world.member.token });
    await service.ok('DELETE', `/users/@me/guilds/${world.guild}`, { as });
    const [heard = []] = await received(service, [world.member.token], async () => {
      const requests = [
        ['PATCH', one, { content: 'changed' }],
        ['PUT', `${path}/pins/${message.id}`],
        ['PUT', `${one}/reactions/${encodeURIComponent('🎉')}/@me`],
      ] as const;
      for (const [method, url, json] of requests) {
        const reply = await service.request(method, url, { as, ...(json && { json }) });
        assert.deepEqual([reply.status, reply.body?.code], [403, 50007], `${method} ${url}`);
      }
    });
    assert.deepEqual(heard, []);
    await service.ok('DELETE', `${one}/reactions/${thumb}/@me`, { as });
    await service.ok('DELETE', one, { as });
    await service.ok('DELETE', `${path}/pins/${pinned.id}`, { as: world.member.token });
  });

  test('is in READY if it is one of the thousand with the newest messages', async () => {
    const { service, world } = used;
    const busy = await service.person('Busy');
    await join(service, world.game, busy, world.guild);
    const id = await openDm(service, busy.token, world.member.id);
    const message = { as: busy.token, json: { content: 'hi' } };
    const ids = Array.from({ length: 1000 }, (_, index) => String(BigInt(id) + BigInt(index + 1)));
    const recipients = new Map([[busy.id, { userId: busy.id, nick: null, isOpen: true }]]);
    const group = { type: CHANNEL_TYPES.GROUP_DM, name: null, icon: null, ownerId: busy.id };
    const more = { applicationId: null, recipients, lastMessageId: null, lastPinAt: null };
    const groups = ids.map((one) => ({ id: one, ...group, ...more }));
    await fill(
      service,
      groups.flatMap((one) => writesOfChannel(null, one)),
    );
    const inReady = async () => {
      const gateway = await service.identify(busy.token);
      const ready = gateway.frames.find(({ t }) => t === 'READY')?.d as {
        private_channels: { id: string }[];
      };
      await gateway.close();
      return ready.private_channels.map((channel) => channel.id);
    };
    assert.deepEqual(await inReady(), ids);
    await service.ok('POST', `/channels/${id}/messages`, message);
    assert.deepEqual(await inReady(), [id, ...ids.slice(1)]);
    assert.equal((await service.ok('GET', '/users/@me/channels', { as: busy.token })).length, 1001);
  });

  test('is in READY of its users, only in the first shard', async () => {
    const { service, id, path, ada } = await pair();
    await service.ok('POST', `${path}/messages`, { as: ada.token, json: { content: 'hi' } });
    const ready = async (more: object) => {
      const gateway = await service.identify(ada.token, more);
      const data = gateway.frames.find(({ t }) => t === 'READY')?.d as { private_channels: { id: string }[] };
      return { gateway, ids: data.private_channels.map((channel) => channel.id) };
    };
    const whole = await ready({});
    assert.ok(whole.ids.includes(id));
    const first = await ready({ shard: [0, 2] });
    assert.ok(first.ids.includes(id));
    const second = await ready({ shard: [1, 2] });
    assert.deepEqual(second.ids, []);
    await service.ok('POST', `${path}/messages`, { as: ada.token, json: { content: 'to the first' } });
    assert.equal((await first.gateway.heard('MESSAGE_CREATE')).content, 'to the first');
    await settled(second.gateway);
    assert.equal(second.gateway.dispatches.includes('MESSAGE_CREATE'), false);
  });
});

test('a private channel whose change failed to commit is unchanged, and no event is sent', async () => {
  const { service, path, ada, grace } = await pair();
  await service.ok('POST', `${path}/messages`, { as: ada.token, json: { content: 'stored' } });
  const before = await service.ok('GET', path, { as: grace.token });
  const database = await openDatabaseOfTest(service.databasePath);
  const allow = await database.refuse('INSERT ON messages');
  const [heard] = await received(service, [grace.token], async () => {
    const json = { content: 'lost' };
    const reply = await service.request('POST', `${path}/messages`, { as: ada.token, json });
    assert.equal(reply.status, 503);
  });
  await allow();
  await database.close();
  assert.deepEqual(heard, []);
  assert.deepEqual(await service.ok('GET', path, { as: grace.token }), before);
  await service.ok('POST', `${path}/messages`, { as: ada.token, json: { content: 'next' } });
});
