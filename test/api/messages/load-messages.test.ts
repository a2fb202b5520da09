import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UserDirectory } from '#guildhall/api/accounts/user-directory.js';
import { loadMessages, loadViewedMessages } from '#guildhall/api/messages/load-messages.js';
import { ConflictTurns } from '#guildhall/store/conflict-turns.js';

import { channel } from '../../guilds/worlds.js';
import { addAccounts, addGuild, changeGuild, message } from '../../store/contract/fixtures.js';
import { MemoryData } from '../../store/memory/memory-data.js';
import { openMemoryStore } from '../../store/memory/open-memory-store.js';

test('messages are loaded with authors and mentions that were not in memory', async () => {
  const store = openMemoryStore(new MemoryData(), (error) => assert.ifError(error));
  const cdnUrl = () => 'http://localhost/cdn';
  await addAccounts(store, '1', '2');
  const guild = await addGuild(store, '10', { channels: [channel('20')] });
  const mentions = [{ id: '2', username: 'user 2', discriminator: '0001', avatar: null }];
  await changeGuild(store, guild, [{ kind: 'message', message: message('30', '20', { mentions }) }]);
  const usersOf = (
    shown: { author: { id: string }; mentions: readonly { id: string }[] } | null | undefined,
  ) => [shown?.author.id, ...(shown?.mentions ?? []).map(({ id }) => id)];
  const readers = () => ({
    attachmentStore: store.attachments,
    reactionStore: store.reactions,
    users: new UserDirectory(store.accounts, new ConflictTurns(() => 0)),
    cdnUrl,
  });
  const stored = await store.messages.page('20', { kind: 'latest' }, 1);
  const [viewed] = await loadViewedMessages(stored, '1', readers());
  assert.deepEqual(usersOf(viewed?.message), ['1', '2']);
  const [one] = await loadMessages(stored, readers());
  assert.deepEqual(usersOf(one), ['1', '2']);
  await store.close();
});
