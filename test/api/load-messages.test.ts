import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { UserDirectory } from '#guildhall/api/accounts/user-directory.js';
import { loadMessages, loadViewedMessages } from '#guildhall/api/messages/load-messages.js';
import { openStore } from '#guildhall/store/sqlite/open-store.js';
import { put } from '#guildhall/store/sqlite/writes.js';
import { channelRow, guildRow, messageRow, userRow } from '../store/sqlite/rows.js';
import { writeRows } from '../store/sqlite/write-rows.js';

test('messages are loaded with authors and mentions that were not in memory', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-messages-'));
  const path = join(folder, 'guildhall.db');
  const store = await openStore(path, () => undefined);
  const cdnUrl = () => 'http://localhost/cdn';
  try {
    const row = { ...messageRow('30', '20', '1'), mentions: ['2'] };
    await writeRows(path, [
      ...['1', '2'].map((id) => put('users', userRow(id))),
      put('guilds', guildRow('10', '1')),
      put('channels', channelRow('20', '10')),
      put('messages', row),
    ]);
    const usersOf = (
      message: { author: { id: string }; mentions: readonly { id: string }[] } | null | undefined,
    ) => [message?.author.id, ...(message?.mentions ?? []).map(({ id }) => id)];
    const readers = () => ({
      attachmentStore: store.attachments,
      reactionStore: store.reactions,
      users: new UserDirectory(store.accounts),
      cdnUrl,
    });
    const stored = await store.messages.page('20', { kind: 'latest' }, 1);
    const [viewed] = await loadViewedMessages(stored, '1', readers());
    assert.deepEqual(usersOf(viewed?.message), ['1', '2']);
    const [one] = await loadMessages(stored, readers());
    assert.deepEqual(usersOf(one), ['1', '2']);
  } finally {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  }
});
