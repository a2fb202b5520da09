import { chmod, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UserError } from '../../platform/errors.js';
import { makePrivateFolder } from '../../platform/private-file.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { StoreError } from '../errors.js';
import type { Store } from '../store.js';
import { SqliteAccountStore } from './account-store.js';
import { SqliteActivityStore } from './activity-store.js';
import { SqliteApplicationStore } from './application-store.js';
import { SqliteAttachmentStore } from './attachment-store.js';
import { SqliteAuditLogStore } from './audit-log-store.js';
import { SqliteAuthorizationStore } from './authorization-store.js';
import { Database } from './database.js';
import { SqliteGuildStore } from './guild-store.js';
import { SqliteImageStore } from './image-store.js';
import { SqliteMessageStore } from './message-store.js';
import { SqlitePrivateChannelStore } from './private-channel-store.js';
import { SqliteReactionStore } from './reaction-store.js';
import { Reader } from './reader.js';
import { migrate } from './schema/migrate.js';
import { SCHEMA_STEPS } from './schema/steps.js';
import { Writer } from './writer.js';

/**
 * Opens the store, making it if there is none.
 *
 * @param path the SQLite file; beside it SQLite keeps `-wal` and `-shm`, with the same mode 0600
 * @param onError called for failed commits and for exceptions of listeners
 * @param changesOfCommit how many changes may share a transaction; by default all that wait
 * @throws {UserError} if a newer program made it, or if it is damaged
 */
export async function openStore(
  path: string,
  onError: (error: unknown) => void,
  changesOfCommit?: number,
): Promise<Store> {
  await makePrivateFolder(dirname(path));
  await makePrivate(path);
  const writing = await Database.open(path);
  try {
    await prepare(writing, path);
    const reading = await Database.open(path);
    await reading.exec('PRAGMA query_only = ON');
    return assemble(path, reading, writing, new Writer(writing, onError, changesOfCommit));
  } catch (error) {
    await writing.close().catch(() => undefined);
    throw error;
  }
}

/** Makes the file before SQLite does, which would give it the mode of the umask. */
async function makePrivate(path: string): Promise<void> {
  const file = await open(path, 'a', 0o600);
  await file.close();
  await chmod(path, 0o600);
}

async function prepare(database: Database, path: string): Promise<void> {
  try {
    await database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON');
    await checkIntegrity(database, path);
  } catch (error) {
    if (error instanceof StoreError && (error.code === 'SQLITE_NOTADB' || error.code === 'SQLITE_CORRUPT')) {
      throw damaged(path, error.message);
    }
    throw error;
  }
  await migrate(database, SCHEMA_STEPS);
}

/**
 * The quick check reads every page and row but does not compare indexes with their tables, which is most of the full
 * check's time (and REINDEX repairs that).
 */
async function checkIntegrity(database: Database, path: string): Promise<void> {
  const row = await database.first<{ quick_check: string }>('PRAGMA quick_check(1)');
  if (row?.quick_check !== 'ok') throw damaged(path, row?.quick_check ?? 'no answer');
}

function damaged(path: string, reason: string): UserError {
  return new UserError(`the store ${path} is damaged: ${reason}`, 'restore a backup of it');
}

function assemble(path: string, reading: Database, writing: Database, writer: Writer): Store {
  const reader = new Reader(reading);
  let closing: Promise<void> | null = null;
  const closeAll = async (): Promise<void> => {
    await writer.close();
    await reading.close();
    await writing.close();
  };
  return {
    accounts: new SqliteAccountStore(reader, writer),
    applications: new SqliteApplicationStore(reader, writer),
    authorizations: new SqliteAuthorizationStore(reader, writer),
    guilds: new SqliteGuildStore(reader, writer),
    privateChannels: new SqlitePrivateChannelStore(reader, writer),
    messages: new SqliteMessageStore(reader),
    attachments: new SqliteAttachmentStore(reader, writer),
    reactions: new SqliteReactionStore(reader),
    images: new SqliteImageStore(reader),
    auditLog: new SqliteAuditLogStore(reader),
    activity: new SqliteActivityStore(reader, writer),
    assertRoom: () => writer.assertRoom(),
    settled: (listener, of) =>
      writer.commit([], listener, of === undefined ? {} : { subject: { id: of, version: null } }),
    newestId: () => newestId(reader),
    backup: (copy) => backUp(path, copy),
    close: () => {
      closing ??= closeAll();
      return closing;
    },
  };
}

async function newestId(reader: Reader): Promise<Snowflake> {
  const tables = [
    'users',
    'applications',
    'guilds',
    'roles',
    'channels',
    'messages',
    'attachments',
    'emojis',
    'grants',
    'audit_log',
  ];
  const newest = tables.map((table) => `SELECT MAX(id) AS id FROM ${table}`).join(' UNION ALL ');
  const rows = await reader.all<{ id: string | null }>(`SELECT CAST(MAX(id) AS TEXT) AS id FROM (${newest})`);
  return rows[0]?.id ?? '0';
}

/** Through a connection of its own: the writer's may be inside a transaction, the reader's writes nothing. */
async function backUp(path: string, copy: string): Promise<void> {
  await (await open(copy, 'wx', 0o600)).close();
  const database = await Database.open(path);
  try {
    await database.run('VACUUM INTO ?', copy);
  } finally {
    await database.close();
  }
}
