import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ChannelMessages } from './channel-messages.js';
import { eachWithStore, type MakePlace } from './store-place.js';

/** What `ReactionStore` promises. */
export function describeReactions(makePlace: MakePlace): void {
  describe('Reactions', () => {
    const tested = eachWithStore(makePlace);

    async function countsOf(messageId: string, viewer: string) {
      const counts = await tested.store.reactions.counts([messageId], viewer);
      return counts.map(({ emoji, count, me }) => [emoji.name, count, me]);
    }

    test('are counted by emoji, in the order in which each was first used', async () => {
      const channel = await ChannelMessages.create(tested.store);
      await channel.post(['200', '201', '202']);
      await channel.react('200', '1', '👍', 3000);
      await channel.react('200', '2', '🎉', 2000);
      await channel.react('200', '3', '👍', 1000);
      await channel.react('200', '1', '🎉', 4000);
      await channel.react('200', '3', '🎉', 5000);
      await channel.react('201', '1', '🔥', 6000);
      assert.deepEqual(await countsOf('200', '1'), [
        ['👍', 2, true],
        ['🎉', 3, true],
      ]);
      assert.deepEqual(await countsOf('200', '2'), [
        ['👍', 2, false],
        ['🎉', 3, true],
      ]);
      const all = await tested.store.reactions.counts(['200', '201', '202'], '2');
      const ofMessage = (id: string) => all.filter(({ messageId }) => messageId === id).length;
      assert.deepEqual(['200', '201', '202'].map(ofMessage), [2, 1, 0]);
      assert.deepEqual(await tested.store.reactions.counts([], '1'), []);
    });

    test('of emojis that differ in variation selectors alone are counted together', async () => {
      const channel = await ChannelMessages.create(tested.store);
      await channel.post(['200']);
      await channel.react('200', '1', '❤', 1000);
      await channel.react('200', '2', '❤\uFE0F', 2000);
      assert.equal((await countsOf('200', '3'))[0]?.[1], 2);
      assert.deepEqual(await tested.store.reactions.users('200', '❤', wholePage()), ['1', '2']);
    });

    test('of custom emojis store the emoji as it was first sent', async () => {
      const channel = await ChannelMessages.create(tested.store);
      await channel.post(['200']);
      const emoji = { id: '130', name: 'smile', animated: true };
      await channel.change({
        kind: 'reaction',
        reaction: { messageId: '200', userId: '1', emoji, reactedAt: 1000 },
      });
      const [count] = await tested.store.reactions.counts(['200'], '2');
      assert.deepEqual(count, { messageId: '200', emoji, count: 1, me: false });
      assert.deepEqual(await tested.store.reactions.emojiOf('200', '130', '1'), emoji);
      assert.equal(await tested.store.reactions.emojiOf('200', '130', '2'), null);
      assert.equal(await tested.store.reactions.emojiOf('200', '131', '1'), null);
      assert.equal(await tested.store.reactions.emojiOf('201', '130', '1'), null);
    });

    test('list their users by id, in pages', async () => {
      const channel = await ChannelMessages.create(tested.store);
      await channel.post(['200']);
      for (const id of ['3', '1', '2']) await channel.react('200', id, '👍', 1000);
      await channel.react('200', '1', '🎉', 1000);
      const { reactions } = tested.store;
      const users = (page: Partial<ReturnType<typeof wholePage>>) =>
        reactions.users('200', '👍', { ...wholePage(), ...page });
      assert.deepEqual(await users({}), ['1', '2', '3']);
      assert.deepEqual(await users({ limit: 2 }), ['1', '2']);
      assert.deepEqual(await users({ after: '1' }), ['2', '3']);
      assert.deepEqual(await users({ before: '3' }), ['1', '2']);
      assert.deepEqual(await users({ after: '1', before: '3' }), ['2']);
      assert.deepEqual(await reactions.users('200', '🔥', wholePage()), []);
    });

    test('are removed one by one, all of a message, and with it', async () => {
      const channel = await ChannelMessages.create(tested.store);
      await channel.post(['200', '201']);
      for (const [index, id] of ['1', '2', '3'].entries()) await channel.react('200', id, '👍', index);
      await channel.react('201', '1', '👍', 0);
      const emoji = { id: null, name: '👍' };
      await channel.change({ kind: 'reaction-removed', messageId: '200', userId: '2', emoji });
      assert.deepEqual(await tested.store.reactions.users('200', '👍', wholePage()), ['1', '3']);
      await channel.change({ kind: 'reactions-removed', messageId: '200' });
      assert.deepEqual(await countsOf('200', '1'), []);
      assert.deepEqual(await countsOf('201', '1'), [['👍', 1, true]]);
      await channel.change({ kind: 'messages-removed', ids: ['201'] });
      assert.deepEqual(await countsOf('201', '1'), []);
    });

    test('to a deleted message are not counted', async () => {
      const channel = await ChannelMessages.create(tested.store);
      await channel.post(['200']);
      const removed = channel.change({ kind: 'messages-removed', ids: ['200'] });
      await channel.react('200', '1', '👍', 1000);
      await removed;
      assert.deepEqual(await countsOf('200', '1'), []);
    });
  });
}

function wholePage(): { before: string | null; after: string | null; limit: number } {
  return { before: null, after: null, limit: 100 };
}
