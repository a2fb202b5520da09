import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { recordEvents } from '../support/event-recorder.js';
import { NOBODY, testRows } from '../support/rows.js';
import { useWorld } from '../support/world.js';

const used = useWorld();

testRows(used, {
  'Add pinned channel message': [
    {
      title: 'does not know any message',
      call: ({ bot, text }) => ['PUT', `/channels/${text}/pins/${NOBODY}`, { as: bot }],
      status: 404,
      code: 10008,
    },
    {
      title: 'needs MANAGE_MESSAGES',
      call: ({ member, text }) => ['PUT', `/channels/${text}/pins/${NOBODY}`, { as: member.token }],
      status: 403,
      code: 50013,
    },
  ],
  'Delete pinned channel message': [
    {
      title: 'needs MANAGE_MESSAGES',
      call: ({ member, text }) => ['DELETE', `/channels/${text}/pins/${NOBODY}`, { as: member.token }],
      status: 403,
      code: 50013,
    },
  ],
  'Get pinned messages': [
    {
      title: 'is closed to others',
      call: ({ stranger, text }) => ['GET', `/channels/${text}/pins`, { as: stranger.token }],
      status: 403,
      code: 50001,
    },
  ],
});

describe('Pinned messages', () => {
  test('are listed newest first, announced in the channel and survive a restart', async () => {
    const { service, world } = used;
    const { bot, guild, member, text } = world;
    const path = `/channels/${text}/messages`;
    const write = (content: string) => service.ok('POST', path, { as: member.token, json: { content } });
    const [first, second] = [await write('first'), await write('second')];
    const pinned = async () =>
      (await service.ok('GET', `/channels/${text}/pins`, { as: member.token })).map(
        ({ content }: { content: string }) => content,
      );
    const heard = await recordEvents(service, member.token, async () => {
      await service.ok('PUT', `/channels/${text}/pins/${first.id}`, { as: bot });
      await service.ok('PUT', `/channels/${text}/pins/${first.id}`, { as: bot });
    });
    const at = (await service.ok('GET', `/channels/${text}`, { as: bot })).last_pin_timestamp;
    assert.equal(Date.parse(at), service.clock.now());
    const author = world.game.bot.id;
    assert.deepEqual(
      heard.map(({ t, d }) => [t, d.type ?? d.last_pin_timestamp, d.author?.id]),
      [
        ['MESSAGE_UPDATE', 0, member.id],
        ['CHANNEL_PINS_UPDATE', at, undefined],
        ['MESSAGE_CREATE', 6, author],
      ],
    );
    assert.deepEqual(heard[1]?.d, { guild_id: guild, channel_id: text, last_pin_timestamp: at });
    await service.ok('PUT', `/channels/${text}/pins/${second.id}`, { as: bot });
    await service.restart();
    assert.deepEqual(await pinned(), ['second', 'first']);
    const shown = await service.ok('GET', `/channels/${text}`, { as: bot });
    assert.equal(shown.last_pin_timestamp, at);
    const [newest] = await service.ok('GET', `${path}?limit=1`, { as: bot });
    assert.deepEqual([newest.type, newest.id], [6, shown.last_message_id]);

    const removed = await recordEvents(service, member.token, () =>
      service.ok('DELETE', `/channels/${text}/pins/${first.id}`, { as: bot }),
    );
    assert.deepEqual(
      removed.map(({ t, d }) => [t, d.pinned]),
      [
        ['MESSAGE_UPDATE', false],
        ['CHANNEL_PINS_UPDATE', undefined],
      ],
    );
    assert.deepEqual(await pinned(), ['second']);
  });

  test('cannot be system messages, which cannot be edited either', async () => {
    const { service, world } = used;
    const { bot, text } = world;
    const path = `/channels/${text}/messages`;
    const { id } = await service.ok('POST', path, { as: bot, json: { content: 'x' } });
    await service.ok('PUT', `/channels/${text}/pins/${id}`, { as: bot });
    const [notice] = await service.ok('GET', `${path}?limit=1`, { as: bot });
    for (const [method, url] of [
      ['PUT', `/channels/${text}/pins/${notice.id}`],
      ['PATCH', `${path}/${notice.id}`],
    ] as const) {
      const refused = await service.request(method, url, { as: bot, json: { content: 'y' } });
      assert.deepEqual([refused.status, refused.body.code], [403, 50021], method);
    }
  });

  test('are at most 50 in a channel', async () => {
    const { service, world } = used;
    const { bot, guild } = world;
    const { id: channel } = await service.ok('POST', `/guilds/${guild}/channels`, {
      as: bot,
      json: { name: 'pins' },
    });
    const pin = async () => {
      const message = await service.ok('POST', `/channels/${channel}/messages`, {
        as: bot,
        json: { content: 'x' },
      });
      return service.request('PUT', `/channels/${channel}/pins/${message.id}`, { as: bot });
    };
    for (let count = 0; count < 50; count++) assert.equal((await pin()).status, 204);
    const refused = await pin();
    assert.deepEqual([refused.status, refused.body.code], [400, 30003]);
  });
});
