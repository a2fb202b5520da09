import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { oneNodeOnly } from '../../helpers/nodes/one-node.js';
import { recordEvents } from '../support/event-recorder.js';
import { longText, NOBODY, testRows } from '../support/rows.js';
import { addStaff } from '../support/staff.js';
import { bearer, join, useWorld } from '../support/world.js';

const MANAGE_MESSAGES = 0x2000;

const used = useWorld();

testRows(used, {
  'Edit message': [
    {
      title: 'does not know any message',
      call: ({ member, text }) => [
        'PATCH',
        `/channels/${text}/messages/${NOBODY}`,
        { as: member.token, json: { content: 'x' } },
      ],
      status: 404,
      code: 10008,
    },
    {
      title: 'refuses more than 2000 characters',
      call: ({ member, text }) => [
        'PATCH',
        `/channels/${text}/messages/${NOBODY}`,
        { as: member.token, json: { content: longText(2001) } },
      ],
      status: 400,
      code: 50035,
      fields: { content: 'BASE_TYPE_BAD_LENGTH' },
    },
    {
      title: 'is closed to others',
      call: ({ stranger, text }) => [
        'PATCH',
        `/channels/${text}/messages/${NOBODY}`,
        { as: stranger.token, json: {} },
      ],
      status: 403,
      code: 50001,
    },
  ],
  'Delete message': [
    {
      title: 'does not know any message',
      call: ({ bot, text }) => ['DELETE', `/channels/${text}/messages/${NOBODY}`, { as: bot }],
      status: 404,
      code: 10008,
    },
    {
      title: 'hides those of a hidden channel',
      call: ({ member, hidden }) => [
        'DELETE',
        `/channels/${hidden}/messages/${NOBODY}`,
        { as: member.token },
      ],
      status: 403,
      code: 50001,
    },
  ],
  'Trigger typing indicator': [
    {
      title: 'needs SEND_MESSAGES',
      call: ({ member, readOnly }) => ['POST', `/channels/${readOnly}/typing`, { as: member.token }],
      status: 403,
      code: 50013,
    },
    {
      title: 'is for text channels',
      call: ({ bot, voice }) => ['POST', `/channels/${voice}/typing`, { as: bot }],
      status: 400,
      code: 50008,
    },
    {
      title: 'is closed to others',
      call: ({ stranger, text }) => ['POST', `/channels/${text}/typing`, { as: stranger.token }],
      status: 403,
      code: 50001,
    },
  ],
});

describe('Messages', () => {
  test('are edited by their authors, deleted also by moderators, sent in order and stored', async () => {
    const { service, world } = used;
    const { bot, member, text } = world;
    const path = `/channels/${text}/messages`;
    const write = (as: string, content: string) => service.ok('POST', path, { as, json: { content } });
    const first = await write(member.token, 'first');
    const second = await write(bot, 'second');
    const third = await write(member.token, 'third');
    const statusOf = async (method: string, id: string, as: string, content: string) => {
      const reply = await service.request(method, `${path}/${id}`, { as, json: { content } });
      return [reply.status, reply.body?.code];
    };
    const heard = await recordEvents(service, member.token, async () => {
      assert.deepEqual(await statusOf('PATCH', first.id, member.token, `hi <@${world.game.bot.id}>`), [
        200,
        undefined,
      ]);
      assert.deepEqual(await statusOf('PATCH', first.id, bot, 'not mine'), [403, 50005]);
      assert.deepEqual(await statusOf('PATCH', first.id, member.token, ' '), [400, 50006]);
      assert.deepEqual(await statusOf('DELETE', second.id, member.token, ''), [403, 50013]);
      assert.deepEqual(await statusOf('DELETE', third.id, bot, ''), [204, undefined]);
      await service.ok('POST', `/channels/${text}/typing`, { as: bot });
    });
    assert.deepEqual(
      heard.map(({ t, d }) => [t, d.id ?? d.user_id]),
      [
        ['MESSAGE_UPDATE', first.id],
        ['MESSAGE_DELETE', third.id],
        ['TYPING_START', world.game.bot.id],
      ],
    );
    assert.deepEqual(heard[1]?.d, { id: third.id, channel_id: text, guild_id: world.guild });
    assert.equal(heard[2]?.d.timestamp, Math.floor(service.clock.now() / 1000));
    const [update] = heard;
    assert.equal(update?.d.mentions[0].id, world.game.bot.id);
    assert.match(update?.d.edited_timestamp, /^\d{4}-/);
    const state = async () => [
      await service.ok('GET', path, { as: member.token }),
      (await service.ok('GET', `/channels/${text}`, { as: member.token })).last_message_id,
    ];
    const before = await state();
    assert.deepEqual(before[1], second.id, 'the last message is one that is there');
    assert.deepEqual(before[0].at(-1), update?.d);
    await service.restart();
    assert.deepEqual(await state(), before);
  });

  test('are not shown by an edit to an application that may not read them', async () => {
    const { service, world } = used;
    const friend = await service.person('Grace');
    await join(service, world.game, friend, world.guild);
    const { id: direct } = await service.ok('POST', '/users/@me/channels', {
      as: world.member.token,
      json: { recipient_id: friend.id },
    });
    const writing = await bearer(service, world.game, world.member, 'rpc.api');
    const reading = await bearer(service, world.game, world.member, 'rpc.api messages.read');
    for (const channel of [world.text, direct]) {
      const path = `/channels/${channel}/messages`;
      const json = { content: 'private' };
      const { id } = await service.ok('POST', path, { as: world.member.token, json });
      const edit = (as: string, json: object) => service.request('PATCH', `${path}/${id}`, { as, json });
      for (const empty of [{}, { content: null }, { embeds: [] }]) {
        const refused = await edit(writing, empty);
        assert.deepEqual([refused.status, refused.body.code], [403, 50001]);
      }
      assert.equal((await edit(writing, { content: 'new' })).body.content, 'new');
      assert.equal((await edit(reading, {})).body.content, 'new');
    }
  });

  test('that two requests change at once are changed one after the other', async () => {
    const { service, world } = used;
    const { member, text } = world;
    const made = await service.ok('POST', `/channels/${text}/messages`, {
      as: member.token,
      json: { content: 'x' },
    });
    const path = `/channels/${text}/messages/${made.id}`;
    const [gone, edit] = await Promise.all([
      service.request('DELETE', path, { as: member.token }),
      service.request('PATCH', path, { as: member.token, json: { content: 'y' } }),
    ]);
    assert.equal(gone.status, 204);
    assert.ok(edit.status === 200 || edit.status === 404);
    assert.equal((await service.request('GET', path, { as: member.token })).status, 404);
  });

  const skip = oneNodeOnly('requests over several nodes reach the owner in any order');
  test('are deleted by the permissions of the moment in which a deletion gets its turn', {
    skip,
  }, async () => {
    const { service, world } = used;
    const { bot, member, text } = world;
    const moderator = await addStaff(service, world, MANAGE_MESSAGES);
    const path = `/channels/${text}/messages`;
    const write = () => service.ok('POST', path, { as: bot, json: { content: 'x' } });
    const messages = await Promise.all(Array.from({ length: 20 }, write));
    const last = messages.pop();
    const remove = (id: string, as: string) => service.request('DELETE', `${path}/${id}`, { as });
    const deny = { type: 'role', allow: 0, deny: MANAGE_MESSAGES };
    const queue = messages.map(({ id }) => remove(id, bot));
    const waiting = remove(last.id, moderator.token);
    await service.ok('PUT', `/channels/${text}/permissions/${moderator.role}`, { as: bot, json: deny });
    const denied = await service.request('GET', `${path}/${last.id}`, { as: member.token });
    assert.equal(denied.status, 200, 'the permission was taken before the deletion had its turn');
    await Promise.all(queue);
    assert.equal((await waiting).status, 403);
  });
});
