import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { MessageFile } from '#guildhall/guilds/message.js';
import { eventually } from '../../helpers/eventually.js';
import { ChannelMessages } from './channel-messages.js';
import { byId, sorted } from './conflicts.js';
import { changeGuild, message } from './fixtures.js';
import { eachWithStore, type MakePlace } from './store-place.js';

const { TEXT, OTHER } = ChannelMessages;

function file(id: string, more: Partial<MessageFile> = {}): MessageFile {
  return {
    id,
    filename: `file-${id}.png`,
    size: 1000,
    contentType: 'image/png',
    width: 64,
    height: 32,
    accessKey: `key ${id}`,
    url: `https://cdn.example/${id}`,
    ...more,
  };
}

/** What `AttachmentStore` promises. */
export function describeAttachments(makePlace: MakePlace): void {
  describe('Attachments', () => {
    const tested = eachWithStore(makePlace);

    async function post(id: string, files: readonly MessageFile[], channelId = TEXT, userId = '1') {
      const author = { id: userId, username: `user ${userId}`, discriminator: '0001', avatar: null };
      await channel.change({
        kind: 'message',
        message: message(id, channelId, { author, attachments: files }),
      });
    }
    let channel: ChannelMessages;
    const create = async () => {
      channel = await ChannelMessages.create(tested.store);
    };
    const removedIds = async (limit = 100) =>
      (await tested.store.attachments.removed(limit)).map(({ id }) => id);

    test('are stored with their message, and read in the order in which they were sent', async () => {
      await create();
      const { attachments } = tested.store;
      const text = { filename: 'a.txt', contentType: 'text/plain', width: null, height: null, size: 0 };
      await post('200', [file('1001'), file('999', text)]);
      await post('201', [file('1002')]);
      const { url, ...first } = file('999', text);
      const found = await attachments.ofMessages(['201', '200', '77']);
      assert.deepEqual(
        found.map(({ id }) => id),
        ['999', '1001', '1002'],
      );
      assert.deepEqual(found[0], { ...first, messageId: '200', userId: '1' });
      assert.deepEqual(await attachments.one(TEXT, '999'), found[0]);
      assert.equal(await attachments.one(OTHER, '999'), null);
      assert.equal(await attachments.one(TEXT, '77'), null);
      assert.deepEqual(await attachments.ofMessages([]), []);
      assert.deepEqual(sorted(await attachments.existing(['999', '77', '1002'])), ['1002', '999']);
    });

    test('stay as they are when their message is edited', async () => {
      await create();
      await post('200', [file('300')]);
      await channel.change({ kind: 'message-edited', message: message('200', TEXT, { content: 'edited' }) });
      assert.equal((await tested.store.attachments.ofMessages(['200'])).length, 1);
      assert.deepEqual(await removedIds(), []);
    });

    test('are listed as removed with whatever removes their message', async () => {
      await create();
      await post('200', [file('1000', { size: 5 }), file('900')], TEXT, '2');
      await post('201', [file('901')]);
      await post('202', [file('902')], OTHER);
      await channel.change({ kind: 'message-removed', id: '200', channelId: TEXT, authorId: '2' });
      const { attachments } = tested.store;
      assert.deepEqual(byId(await attachments.removed(100)), [
        { id: '900', userId: '2', size: 1000 },
        { id: '1000', userId: '2', size: 5 },
      ]);
      assert.equal(await attachments.one(TEXT, '1000'), null);
      await changeGuild(tested.store, channel.guild, [{ kind: 'channel-removed', id: TEXT }]);
      assert.deepEqual(await removedIds(), ['900', '901', '1000']);
      await changeGuild(tested.store, channel.guild, [{ kind: 'guild-removed' }]);
      assert.deepEqual(await removedIds(), ['900', '901', '902', '1000']);
      assert.deepEqual(await removedIds(2), ['900', '901']);
    });

    test('are forgotten once they are deleted from the disk', async () => {
      await create();
      await post('200', [file('300'), file('301')]);
      await channel.change({ kind: 'messages-removed', ids: ['200'] });
      await tested.store.attachments.forgetRemoved(['300', '77']);
      assert.deepEqual(await removedIds(), ['301']);
    });

    test('count for their users in whole blocks, until they are deleted from the disk', async () => {
      await create();
      await post('200', [file('300', { size: 1 }), file('301', { size: 4096 }), file('302', { size: 4097 })]);
      await post('201', [file('303', { size: 0 })], TEXT, '2');
      const { attachments } = tested.store;
      const usage = async () =>
        new Map((await attachments.usage(4096)).map(({ userId, bytes }) => [userId, bytes / 4096]));
      const before = new Map([
        ['1', 4],
        ['2', 1],
      ]);
      assert.deepEqual(await usage(), before);
      await channel.change({ kind: 'messages-removed', ids: ['200', '201'] });
      assert.deepEqual(await usage(), before);
      await attachments.forgetRemoved(['302', '303']);
      assert.deepEqual(await usage(), new Map([['1', 2]]));
    });

    test('are listed for removal after the commit', async () => {
      await create();
      await post('200', [file('300')]);
      const seen: string[][] = [];
      tested.store.attachments.listenForRemovals(() => {
        void removedIds().then((ids) => seen.push(ids));
      });
      await channel.change({ kind: 'messages-removed', ids: ['200'] });
      await eventually(() => seen.some((ids) => ids.includes('300')));
    });

    test('of a message that is refused are not stored', async () => {
      await create();
      const { version } = channel.guild;
      channel.guild.version = version - 1;
      await assert.rejects(post('200', [file('300')]));
      assert.deepEqual([...(await tested.store.attachments.existing(['300']))], []);
      assert.deepEqual(await removedIds(), []);
    });
  });
}
