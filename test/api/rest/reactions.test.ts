import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { recordEvents } from '../support/event-recorder.js';
import { dataUri, png } from '../support/jpeg.js';
import { NOBODY, testRows } from '../support/rows.js';
import { addStaff } from '../support/staff.js';
import type { TestService } from '../support/test-service.js';
import { grant, useWorld, type World } from '../support/world.js';

const ADD_REACTIONS = 0x40;
const MANAGE_MESSAGES = 0x2000;
const READ_MESSAGE_HISTORY = 0x10000;
const THUMB = encodeURIComponent('👍');
const HEART = '❤';

const used = useWorld();

async function makeMessage({ service, world }: { service: TestService; world: World }): Promise<string> {
  const path = `/channels/${world.text}/messages`;
  return `${path}/${(await service.ok('POST', path, { as: world.bot, json: { content: 'hi' } })).id}`;
}

const put = (as: string, message: string, emoji: string) =>
  used.service.request('PUT', `${message}/reactions/${encodeURIComponent(emoji)}/@me`, { as });

testRows(used, {
  'Create reaction': [
    {
      title: 'does not know any message',
      call: ({ bot, text }) => [
        'PUT',
        `/channels/${text}/messages/${NOBODY}/reactions/${THUMB}/@me`,
        { as: bot },
      ],
      status: 404,
      code: 10008,
    },
    {
      title: 'refuses what is not an emoji',
      call: ({ bot, text }) => [
        'PUT',
        `/channels/${text}/messages/${NOBODY}/reactions/thumb/@me`,
        { as: bot },
      ],
      status: 404,
      code: 10014,
    },
    {
      title: 'refuses two emojis',
      call: ({ bot, text }) => [
        'PUT',
        `/channels/${text}/messages/${NOBODY}/reactions/${THUMB}${THUMB}/@me`,
        { as: bot },
      ],
      status: 404,
      code: 10014,
    },
    {
      title: 'is closed to others',
      call: ({ stranger, text }) => [
        'PUT',
        `/channels/${text}/messages/${NOBODY}/reactions/${THUMB}/@me`,
        { as: stranger.token },
      ],
      status: 403,
      code: 50001,
    },
  ],
  'Delete all reactions': [
    {
      title: 'needs MANAGE_MESSAGES',
      call: ({ member, text }) => [
        'DELETE',
        `/channels/${text}/messages/${NOBODY}/reactions`,
        { as: member.token },
      ],
      status: 403,
      code: 50013,
    },
  ],
  'Get reactions': [
    {
      title: 'refuses a limit above 100',
      call: ({ bot, text }) => [
        'GET',
        `/channels/${text}/messages/${NOBODY}/reactions/${THUMB}?limit=101`,
        { as: bot },
      ],
      status: 400,
      code: 50035,
      fields: { limit: 'NUMBER_TYPE_MAX' },
    },
  ],
});

describe('Reactions', () => {
  test('are counted by emoji, listed by user, and survive a restart', async () => {
    const { service, world } = used;
    const { bot, member } = world;
    const message = await makeMessage(used);
    for (const [as, emoji] of [
      [bot, '👍'],
      [member.token, HEART],
      [member.token, '👍'],
    ] as const) {
      assert.equal((await put(as, message, emoji)).status, 204);
      await service.clock.advance(1);
    }
    await service.restart();
    const { reactions } = await service.ok('GET', message, { as: bot });
    assert.deepEqual(reactions, [
      { count: 2, me: true, emoji: { id: null, name: '👍' } },
      { count: 1, me: false, emoji: { id: null, name: HEART } },
    ]);
    const list = async (query = '') =>
      (await service.ok('GET', `${message}/reactions/${THUMB}${query}`, { as: bot })).map(
        ({ id }: { id: string }) => id,
      );
    const [first, second] = await list();
    assert.deepEqual(new Set([first, second]), new Set([world.game.bot.id, member.id]));
    assert.deepEqual(await list(`?after=${first}`), [second]);
    assert.deepEqual(await list(`?before=${second}`), [first]);
    assert.deepEqual(await list('?limit=1'), [first]);
  });

  test('are sent as events, each change once', async () => {
    const { service, world } = used;
    const { bot, member, text, guild } = world;
    const message = await makeMessage(used);
    const id = message.split('/').at(-1);
    const heard = await recordEvents(service, bot, async () => {
      await put(member.token, message, HEART);
      // The same emoji with its variation selector.
      await put(member.token, message, `${HEART}\uFE0F`);
      await put(bot, message, `${HEART}\uFE0F`);
      await service.ok('DELETE', `${message}/reactions/${encodeURIComponent(HEART)}/@me`, { as: bot });
      await service.ok('DELETE', `${message}/reactions/${encodeURIComponent(HEART)}/@me`, { as: bot });
      await service.ok('DELETE', `${message}/reactions/${encodeURIComponent(HEART)}/${member.id}`, {
        as: bot,
      });
      await service.ok('DELETE', `${message}/reactions`, { as: bot });
    });
    const place = { channel_id: text, message_id: id, guild_id: guild };
    const emoji = { id: null, name: HEART };
    assert.deepEqual(
      heard.map(({ t, d }) => [t, d]),
      [
        ['MESSAGE_REACTION_ADD', { ...place, user_id: member.id, emoji }],
        ['MESSAGE_REACTION_ADD', { ...place, user_id: world.game.bot.id, emoji }],
        ['MESSAGE_REACTION_REMOVE', { ...place, user_id: world.game.bot.id, emoji }],
        ['MESSAGE_REACTION_REMOVE', { ...place, user_id: member.id, emoji }],
        ['MESSAGE_REACTION_REMOVE_ALL', place],
      ],
    );
    const read = await service.ok('GET', message, { as: bot });
    assert.equal('reactions' in read, false);
  });

  test('stay where a message is edited', async () => {
    const { service, world } = used;
    const message = await makeMessage(used);
    await put(world.member.token, message, '👍');
    await service.ok('PATCH', message, { as: world.bot, json: { content: 'new' } });
    const { reactions } = await service.ok('GET', message, { as: world.bot });
    assert.deepEqual(reactions, [{ count: 1, me: false, emoji: { id: null, name: '👍' } }]);
  });

  test('are of at most 20 emojis', async () => {
    const message = await makeMessage(used);
    const { bot, member } = used.world;
    const first = 0x1f600;
    for (let offset = 0; offset < 20; offset++) {
      assert.equal((await put(bot, message, String.fromCodePoint(first + offset))).status, 204);
    }
    const refused = await put(bot, message, '👍');
    assert.deepEqual([refused.status, refused.body.code], [400, 30010]);
    const again = await put(member.token, message, String.fromCodePoint(first));
    assert.equal(again.status, 204, 'an emoji that is there counts once');
  });

  test('need ADD_REACTIONS for a new emoji, and READ_MESSAGE_HISTORY', async () => {
    const { service, world } = used;
    const { bot, guild, member, text } = world;
    const message = await makeMessage(used);
    await put(bot, message, '👍');
    const deny = (bits: number) =>
      service.ok('PUT', `/channels/${text}/permissions/${guild}`, {
        as: bot,
        json: { type: 'role', allow: 0, deny: bits },
      });
    await deny(ADD_REACTIONS);
    const fresh = await put(member.token, message, HEART);
    assert.deepEqual([fresh.status, fresh.body.code], [403, 50013]);
    assert.equal((await put(member.token, message, '👍')).status, 204);
    await deny(READ_MESSAGE_HISTORY);
    assert.equal((await put(member.token, message, '👍')).status, 403);
    const read = await service.request('GET', `${message}/reactions/${THUMB}`, { as: member.token });
    assert.equal(read.status, 403);
    await deny(0);
  });

  test('of others are removed with MANAGE_MESSAGES only', async () => {
    const { service, world } = used;
    const message = await makeMessage(used);
    await put(world.bot, message, '👍');
    const path = `${message}/reactions/${THUMB}/${world.game.bot.id}`;
    const refused = await service.request('DELETE', path, { as: world.member.token });
    assert.deepEqual([refused.status, refused.body.code], [403, 50013]);
    const moderator = await addStaff(service, world, MANAGE_MESSAGES);
    await service.ok('DELETE', path, { as: moderator.token });
  });

  test('to a message that is concurrently deleted do not fail other changes', async () => {
    const { service, world } = used;
    const { bot, guild, text } = world;
    const spammer = await addStaff(service, world, 0);
    const path = `/channels/${text}/messages`;
    for (let round = 0; round < 10; round++) {
      const { id } = await service.ok('POST', path, { as: spammer.token, json: { content: 'spam' } });
      const [reaction, ban] = await Promise.all([
        put(bot, `${path}/${id}`, '👍'),
        service.request('PUT', `/guilds/${guild}/bans/${spammer.person.id}?delete-message-days=1`, {
          as: bot,
        }),
      ]);
      assert.equal(ban.status, 204);
      assert.ok(reaction.status === 204 || reaction.status === 404, String(reaction.status));
      await service.ok('DELETE', `/guilds/${guild}/bans/${spammer.person.id}`, { as: bot });
      const { access_token } = await grant(service, world.game, spammer.person, 'guilds.join');
      await service.ok('PUT', `/guilds/${guild}/members/${spammer.person.id}`, {
        as: bot,
        json: { access_token },
      });
    }
  });

  test('can use emojis of the guild by permitted members, and stay when the emoji is deleted', async () => {
    const { service, world } = used;
    const { bot, guild, member, role } = world;
    const message = await makeMessage(used);
    const image = dataUri(png(32, 32), 'image/png');
    const make = (json: object) =>
      service.ok('POST', `/guilds/${guild}/emojis`, { as: bot, json: { name: 'smile', image, ...json } });
    const [open, closed] = [await make({}), await make({ roles: [role] })];
    assert.equal((await put(member.token, message, `wrong:${open.id}`)).status, 204);
    const refused = await put(member.token, message, `smile:${closed.id}`);
    assert.deepEqual([refused.status, refused.body.code], [403, 50013]);
    assert.equal((await put(member.token, message, `smile:${NOBODY}`)).body.code, 10014);
    await service.ok('DELETE', `/guilds/${guild}/emojis/${open.id}`, { as: bot });
    const read = await service.ok('GET', message, { as: bot });
    const emoji = { id: open.id, name: 'smile', animated: false };
    assert.deepEqual(read.reactions, [{ count: 1, me: false, emoji }]);
  });
});
