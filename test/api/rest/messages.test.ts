import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { longText, NOBODY, testRows } from '../support/rows.js';
import { useWorld } from '../support/world.js';

const used = useWorld();

testRows(used, {
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
      events: ({ world: { guild }, body }) => [['MESSAGE_CREATE', { ...body, guild_id: guild }]],
      stored: (state, { world: { text }, body: { nonce: _, ...message } }) => {
        state.messages[text]?.unshift(message);
        const channel = state.channels.find(({ id }) => id === text);
        Object.assign(channel ?? {}, { last_message_id: message.id });
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
});

describe('Messages', () => {
  test('are paged before, after and around an id, newest first, and by themselves', async () => {
    const { bot, guild } = used.world;
    const channel = await used.service.ok('POST', `/guilds/${guild}/channels`, {
      as: bot,
      json: { name: 'pages' },
    });
    const path = `/channels/${channel.id}/messages`;
    const ids: string[] = [];
    for (let number = 0; number < 10; number++) {
      ids.push((await used.service.ok('POST', path, { as: bot, json: { content: `m${number}` } })).id);
    }
    const page = async (query: string) =>
      (await used.service.ok('GET', `${path}?${query}`, { as: bot })).map(({ id }: { id: string }) =>
        ids.indexOf(id),
      );
    assert.deepEqual(await page('limit=3'), [9, 8, 7]);
    assert.deepEqual(await page(`limit=3&before=${ids[5]}`), [4, 3, 2]);
    assert.deepEqual(await page(`limit=3&after=${ids[5]}`), [8, 7, 6]);
    assert.deepEqual(await page(`limit=4&around=${ids[5]}`), [6, 5, 4, 3]);
    assert.deepEqual(await page('before=1'), []);
    const one = await used.service.ok('GET', `${path}/${ids[4]}`, { as: bot });
    assert.equal(one.content, 'm4');
    const shown = await used.service.ok('GET', `/channels/${channel.id}`, { as: bot });
    assert.equal(shown.last_message_id, ids[9]);
  });
});
