import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { MessagePage } from '#guildhall/store/messages.js';
import { ChannelMessages } from './channel-messages.js';
import { changeGuild, message } from './fixtures.js';
import { eachWithStore, type MakePlace } from './store-place.js';

const { TEXT, OTHER } = ChannelMessages;

function user(id: string) {
  return { id, username: `user ${id}`, discriminator: '0001', avatar: null };
}

/** What `MessageStore` promises. */
export function describeMessages(makePlace: MakePlace): void {
  describe('Messages', () => {
    const tested = eachWithStore(makePlace);

    async function idsOf(page: MessagePage, limit: number): Promise<string[]> {
      return (await tested.store.messages.page(TEXT, page, limit)).map(({ id }) => id);
    }

    test('are read with every field', async () => {
      const channel = await ChannelMessages.create(tested.store);
      const full = message('200', TEXT, {
        author: user('2'),
        content: 'Hello ✨ @everyone',
        editedAt: 5000,
        tts: true,
        mentionsEveryone: true,
        mentions: [user('3'), user('1')],
        mentionRoles: ['120'],
        embeds: [{ type: 'rich', title: 'Title', fields: [{ name: 'a', value: 'b', inline: true }] }],
        pinned: true,
        type: 7,
        nonce: '5',
      });
      await channel.change({ kind: 'message', message: full });
      const stored = {
        id: '200',
        channelId: TEXT,
        authorId: '2',
        content: full.content,
        editedAt: 5000,
        tts: true,
        mentionsEveryone: true,
        mentions: ['3', '1'],
        mentionRoles: ['120'],
        pinned: true,
        type: 7,
        embeds: full.embeds,
      };
      assert.deepEqual(await tested.store.messages.one(TEXT, '200'), stored);
      assert.deepEqual(await tested.store.messages.page(TEXT, { kind: 'latest' }, 1), [stored]);
    });

    test('are those of their channel', async () => {
      const channel = await ChannelMessages.create(tested.store);
      await channel.post(['200']);
      const { messages } = tested.store;
      assert.equal(await messages.one(OTHER, '200'), null);
      assert.equal(await messages.one(TEXT, '201'), null);
      assert.deepEqual(await messages.page(OTHER, { kind: 'latest' }, 50), []);
      assert.deepEqual(await messages.page('999', { kind: 'latest' }, 50), []);
    });

    test('are read in pages, newest first', async () => {
      const channel = await ChannelMessages.create(tested.store);
      await channel.post(['1000', '900', '1010', '80', '1020']);
      assert.deepEqual(await idsOf({ kind: 'latest' }, 50), ['1020', '1010', '1000', '900', '80']);
      assert.deepEqual(await idsOf({ kind: 'latest' }, 2), ['1020', '1010']);
      assert.deepEqual(await idsOf({ kind: 'before', id: '1010' }, 2), ['1000', '900']);
      assert.deepEqual(await idsOf({ kind: 'before', id: '950' }, 50), ['900', '80']);
      assert.deepEqual(await idsOf({ kind: 'before', id: '80' }, 50), []);
      assert.deepEqual(await idsOf({ kind: 'after', id: '900' }, 2), ['1010', '1000']);
      assert.deepEqual(await idsOf({ kind: 'after', id: '0' }, 2), ['900', '80']);
      assert.deepEqual(await idsOf({ kind: 'after', id: '1020' }, 2), []);
    });

    test('are read around an id, half of the page older', async () => {
      const channel = await ChannelMessages.create(tested.store);
      const ids = Array.from({ length: 9 }, (_, index) => String(1000 + index * 10));
      await channel.post(ids);
      assert.deepEqual(await idsOf({ kind: 'around', id: '1040' }, 4), ['1050', '1040', '1030', '1020']);
      assert.deepEqual(await idsOf({ kind: 'around', id: '1040' }, 3), ['1050', '1040', '1030']);
      assert.deepEqual(await idsOf({ kind: 'around', id: '1045' }, 2), ['1050', '1040']);
      assert.deepEqual(await idsOf({ kind: 'around', id: '1000' }, 4), ['1010', '1000']);
    });

    test('are changed in place, and stay removed', async () => {
      const channel = await ChannelMessages.create(tested.store);
      await channel.post(['200', '201']);
      const edited = message('200', TEXT, { content: 'edited', editedAt: 7000 });
      await channel.change({ kind: 'message-edited', message: edited });
      const stored = await tested.store.messages.one(TEXT, '200');
      assert.deepEqual([stored?.content, stored?.editedAt], ['edited', 7000]);
      await channel.change({ kind: 'messages-removed', ids: ['200', '999'] });
      await channel.change({ kind: 'message-edited', message: edited });
      assert.equal(await tested.store.messages.one(TEXT, '200'), null);
      await channel.change({ kind: 'message-removed', id: '201', channelId: TEXT, authorId: '1' });
      assert.deepEqual(await idsOf({ kind: 'latest' }, 50), []);
    });

    test('that are pinned are listed newest first', async () => {
      const channel = await ChannelMessages.create(tested.store);
      await channel.post(['1000', '900', '800', '700']);
      for (const id of ['900', '1000', '700']) {
        const pinned = message(id, TEXT, { pinned: true });
        await channel.change({ kind: 'message-edited', message: pinned });
      }
      const idsOfPinned = async (limit: number) =>
        (await tested.store.messages.pinned(TEXT, limit)).map(({ id }) => id);
      assert.deepEqual(await idsOfPinned(50), ['1000', '900', '700']);
      assert.deepEqual(await idsOfPinned(2), ['1000', '900']);
      assert.deepEqual(await tested.store.messages.pinned(OTHER, 50), []);
    });

    test('are found among ids, with the newest message that is left', async () => {
      const channel = await ChannelMessages.create(tested.store);
      await channel.post(['900', '1000', '800']);
      await channel.post(['850'], OTHER);
      const { messages } = tested.store;
      const found = await messages.ofIds(TEXT, ['1000', '800', '850', '77']);
      assert.deepEqual(
        [...found.messages].sort((a, b) => Number(a.id) - Number(b.id)),
        [
          { id: '800', authorId: '1' },
          { id: '1000', authorId: '1' },
        ],
      );
      assert.equal(found.newestLeft, '900');
      assert.equal((await messages.ofIds(TEXT, ['900', '1000', '800'])).newestLeft, null);
      assert.equal((await messages.ofIds(TEXT, [])).newestLeft, '1000');
    });

    test('of an author are listed by channel, with the newest message that is left', async () => {
      const channel = await ChannelMessages.create(tested.store);
      await channel.post(['900', '1010']);
      const by = (author: string, id: string, channelId: string) =>
        channel.change({ kind: 'message', message: message(id, channelId, { author: user(author) }) });
      for (const id of ['1000', '990', '80']) await by('2', id, TEXT);
      await by('2', '995', OTHER);
      const found = await tested.store.messages.ofAuthor('100', '2', '990');
      assert.deepEqual(
        [...found].sort((a, b) => Number(a.channelId) - Number(b.channelId)),
        [
          { channelId: TEXT, ids: ['990', '1000'], newestLeft: '1010' },
          { channelId: OTHER, ids: ['995'], newestLeft: null },
        ],
      );
      assert.deepEqual(await tested.store.messages.ofAuthor('100', '3', '0'), []);
      assert.deepEqual(await tested.store.messages.ofAuthor('300', '2', '0'), []);
    });

    test('are removed with their channel and with their guild', async () => {
      const { store } = tested;
      const channel = await ChannelMessages.create(store);
      await channel.post(['200', '201']);
      await channel.post(['202'], OTHER);
      await changeGuild(store, channel.guild, [{ kind: 'channel-removed', id: TEXT }]);
      assert.equal(await store.messages.one(TEXT, '200'), null);
      assert.notEqual(await store.messages.one(OTHER, '202'), null);
      await changeGuild(store, channel.guild, [{ kind: 'guild-removed' }]);
      assert.equal(await store.messages.one(OTHER, '202'), null);
    });
  });
}
