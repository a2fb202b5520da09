import { readFile, writeFile } from 'node:fs/promises';
import { deserialize, serialize } from 'node:v8';
import { compareSnowflakes, type Snowflake } from '#guildhall/protocol/snowflake.js';
import type { Store } from '#guildhall/store/store.js';
import { CommitQueue } from './commit-queue.js';
import { MemoryAccounts } from './memory-accounts.js';
import { MemoryApplications } from './memory-applications.js';
import { MemoryAuthorizations } from './memory-authorizations.js';
import { MemoryData } from './memory-data.js';
import { MemoryGuilds } from './memory-guilds.js';
import { MemoryActivity, MemoryAuditLog } from './memory-logs.js';
import { MemoryAttachments, MemoryImages, MemoryReactions } from './memory-message-parts.js';
import { MemoryMessages } from './memory-messages.js';
import { MemoryPrivateChannels } from './memory-private-channels.js';

/**
 * A store in memory, lost with its process: the second implementation of the port, for tests.
 *
 * @param data what it starts with, and changes
 * @param onError receives what listeners of commits throw
 */
export function openMemoryStore(data: MemoryData, onError: (error: unknown) => void): Store {
  const queue = new CommitQueue(onError);
  return {
    accounts: new MemoryAccounts(data, queue),
    applications: new MemoryApplications(data, queue),
    authorizations: new MemoryAuthorizations(data, queue),
    guilds: new MemoryGuilds(data, queue),
    privateChannels: new MemoryPrivateChannels(data, queue),
    messages: new MemoryMessages(data),
    attachments: new MemoryAttachments(data, queue),
    reactions: new MemoryReactions(data),
    images: new MemoryImages(data),
    auditLog: new MemoryAuditLog(data),
    activity: new MemoryActivity(data, queue),
    cluster: null,
    assertRoom: () => queue.assertRoom(),
    settled: (listener, of) => queue.submit(of === undefined ? {} : { subject: of }, listener),
    newestId: async () => newestId(data),
    backup: (path) => writeFile(path, serialize({ ...data }), { flag: 'wx', mode: 0o600 }),
    close: () => queue.close(),
  };
}

/** Reads what a store in memory has written as its backup. */
export async function readMemoryBackup(path: string): Promise<MemoryData> {
  return Object.assign(new MemoryData(), deserialize(await readFile(path)));
}

function newestId(data: MemoryData): Snowflake {
  const guilds = [...data.guilds.values()];
  const ids = [
    ...[data.accounts, data.applications, data.guilds, data.privateChannels, data.messages],
    ...[data.attachments, data.grants, data.auditLog],
    ...guilds.flatMap(({ roles, channels, emojis }) => [roles, channels, emojis]),
  ].flatMap((map) => [...map.keys()]);
  return ids.sort(compareSnowflakes).at(-1) ?? '0';
}
