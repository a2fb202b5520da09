import assert from 'node:assert/strict';
import { dataUri, png } from '../../api/support/jpeg.js';
import { made, type Step } from './step.js';

const THUMB = '👍';

/** What a bot does with messages, and with the emojis of its guild. */
export const MESSAGE_STEPS: readonly Step[] = [
  {
    title: 'sends an embed',
    act: async ({ client, ids }) => {
      ids.embed = await client.sendEmbed(made(ids, 'news'), 'decree', 'By the Crown');
    },
    events: ['MESSAGE_CREATE decree'],
    check: async ({ client, ids }) =>
      assert.deepEqual(await client.embedTitles(made(ids, 'news'), made(ids, 'embed')), ['By the Crown']),
  },
  {
    title: 'sends a file, and reads it back',
    act: async ({ client, ids }) => {
      ids.file = await client.sendFile(made(ids, 'news'), 'map.txt', 'here be dragons');
    },
    events: ['MESSAGE_CREATE '],
    check: async ({ client, ids }) =>
      assert.deepEqual(await client.files(made(ids, 'news'), made(ids, 'file')), [
        ['map.txt', 'here be dragons'],
      ]),
  },
  {
    title: 'reacts',
    act: ({ client, ids }) => client.react(made(ids, 'news'), made(ids, 'embed'), THUMB),
    events: [`MESSAGE_REACTION_ADD ${THUMB}`],
    check: async ({ client, ids }) =>
      assert.deepEqual(await client.reactors(made(ids, 'news'), made(ids, 'embed'), THUMB), ['Game']),
  },
  {
    title: 'pins a message, which the channel is told',
    act: ({ client, ids }) => client.pin(made(ids, 'news'), made(ids, 'embed')),
    events: ['MESSAGE_UPDATE decree', 'CHANNEL_PINS_UPDATE true', 'MESSAGE_CREATE pinned a message'],
    check: async ({ client, ids }) => assert.deepEqual(await client.pins(made(ids, 'news')), [ids.embed]),
  },
  {
    title: 'deletes several messages at once',
    act: async ({ client, service, game, ids }) => {
      const path = `/channels/${made(ids, 'news')}/messages`;
      const messages = await service.ok('GET', path, { as: `Bot ${game.bot.token}` });
      await client.bulkDelete(
        made(ids, 'news'),
        messages.map(({ id }: { id: string }) => id),
      );
    },
    events: ['MESSAGE_DELETE_BULK 3'],
    check: async ({ client, ids }) => assert.deepEqual(await client.messages(made(ids, 'news')), []),
  },
  {
    title: 'creates an emoji',
    act: ({ client, ids }) =>
      client.createEmoji(made(ids, 'guild'), 'wave', dataUri(png(64, 64), 'image/png')),
    events: ['GUILD_EMOJIS_UPDATE wave'],
    check: async ({ client, ids }) => assert.deepEqual(await client.emojis(made(ids, 'guild')), ['wave']),
  },
];
