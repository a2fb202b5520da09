import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { recordEvents } from '../support/event-recorder.js';
import { NOBODY, testRows } from '../support/rows.js';
import { addStaff } from '../support/staff.js';
import { useWorld } from '../support/world.js';

const DAY = 86_400_000;
const MANAGE_MESSAGES = 0x2000;

const used = useWorld();
const pathOf = (text: string) => `/channels/${text}/messages/bulk-delete`;

testRows(used, {
  'Bulk delete messages': [
    {
      title: 'needs MANAGE_MESSAGES',
      call: ({ member, text }) => [
        'POST',
        pathOf(text),
        { as: member.token, json: { messages: [NOBODY, '2'] } },
      ],
      status: 403,
      code: 50013,
    },
    {
      title: 'refuses a single message',
      call: ({ bot, text }) => ['POST', pathOf(text), { as: bot, json: { messages: [NOBODY] } }],
      status: 400,
      code: 50035,
      fields: { messages: 'BASE_TYPE_BAD_LENGTH' },
    },
    {
      title: 'refuses the same message twice',
      call: ({ bot, text }) => ['POST', pathOf(text), { as: bot, json: { messages: [NOBODY, NOBODY] } }],
      status: 400,
      code: 50016,
    },
    {
      title: 'refuses more than 100',
      call: ({ bot, text }) => [
        'POST',
        pathOf(text),
        { as: bot, json: { messages: Array.from({ length: 101 }, (_, index) => String(index)) } },
      ],
      status: 400,
      code: 50035,
      fields: { messages: 'BASE_TYPE_BAD_LENGTH' },
    },
    {
      title: 'refuses messages older than 14 days',
      call: ({ bot, text }) => ['POST', pathOf(text), { as: bot, json: { messages: [NOBODY, '2'] } }],
      status: 400,
      code: 50034,
    },
  ],
});

describe('Bulk deletion', () => {
  test('deletes several messages with one event and one audit entry per author', async () => {
    const { service, world } = used;
    const { bot, guild, member, text } = world;
    const moderator = await addStaff(service, world, MANAGE_MESSAGES);
    const path = `/channels/${text}/messages`;
    const write = async (as: string) => (await service.ok('POST', path, { as, json: { content: 'x' } })).id;
    const kept = await write(member.token);
    const ids = [await write(member.token), await write(member.token), await write(moderator.token)];
    const json = { messages: [...ids, ids[0]] };
    const heard = await recordEvents(service, member.token, () =>
      service.ok('POST', pathOf(text), { as: moderator.token, json }),
    );
    assert.deepEqual(
      heard.map(({ t, d }) => [t, d]),
      [['MESSAGE_DELETE_BULK', { ids, channel_id: text, guild_id: guild }]],
    );
    const state = async () => [
      (await service.ok('GET', path, { as: bot }))[0].id,
      (await service.ok('GET', `/channels/${text}`, { as: bot })).last_message_id,
    ];
    assert.deepEqual(await state(), [kept, kept]);
    await service.restart();
    assert.deepEqual(await state(), [kept, kept]);
    const log = await service.ok('GET', `/guilds/${guild}/audit-logs?action_type=72`, { as: bot });
    assert.deepEqual(
      log.audit_log_entries.map(({ user_id, target_id, options }: Record<string, unknown>) => [
        user_id,
        target_id,
        options,
      ]),
      [[moderator.person.id, member.id, { channel_id: text, count: '2' }]],
    );
  });

  test('deletes nothing if one message is too old', async () => {
    const { service, world } = used;
    const { bot, text } = world;
    const path = `/channels/${text}/messages`;
    const write = async () => (await service.ok('POST', path, { as: bot, json: { content: 'x' } })).id;
    const old = await write();
    await service.clock.pass(14 * DAY + 1000);
    const fresh = await write();
    const refused = await service.request('POST', pathOf(text), {
      as: bot,
      json: { messages: [old, fresh] },
    });
    assert.deepEqual([refused.status, refused.body.code], [400, 50034]);
    for (const id of [old, fresh]) await service.ok('GET', `${path}/${id}`, { as: bot });
  });
});
