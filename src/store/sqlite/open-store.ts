import { chmod, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UserError } from '../../platform/errors.js';
import { makePrivateFolder } from '../../platform/private-file.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { AccountStore, ApplicationStore } from '../accounts.js';
import type { AuthorizationStore } from '../authorizations.js';
import { StoreError } from '../errors.js';
import { SqliteAccountStore } from './account-store.js';
import { SqliteApplicationStore } from './application-store.js';
import { SqliteAuthorizationStore } from './authorization-store.js';
import { Database } from './database.js';
import { ActivityQueries } from './queries/activity-queries.js';
import { AttachmentQueries } from './queries/attachment-queries.js';
import { AuditLogQueries } from './queries/audit-log-queries.js';
import { GuildQueries } from './queries/guild-queries.js';
import { ImageQueries } from './queries/image-queries.js';
import { MessageQueries } from './queries/message-queries.js';
import { PrivateChannelQueries } from './queries/private-channel-queries.js';
import { ReactionQueries } from './queries/reaction-queries.js';
import { Reader } from './reader.js';
import { migrate } from './schema/migrate.js';
import { SCHEMA_STEPS } from './schema/steps.js';
import { Writer } from './writer.js';

/** Everything the service keeps, in one SQLite file. */
export interface Store {
  readonly writer: Writer;
  readonly accounts: AccountStore;
  readonly applications: ApplicationStore;
  readonly authorizations: AuthorizationStore;
  readonly guilds: GuildQueries;
  readonly privateChannels: PrivateChannelQueries;
  readonly messages: MessageQueries;
  readonly attachments: AttachmentQueries;
  readonly reactions: ReactionQueries;
  readonly images: ImageQueries;
  readonly auditLog: AuditLogQueries;
  readonly activity: ActivityQueries;
  /** the newest id that was given to anything that is kept; `0` in an empty store */
  newestId(): Promise<Snowflake>;
  /** Writes a consistent copy while the store is in use. @param path a file that does not exist */
  backup(path: string): Promise<void>;
  /** Waits for what is being written, then lets go of the file. */
  close(): Promise<void>;
}

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
  return {
    writer,
    accounts: new SqliteAccountStore(reader, writer),
    applications: new SqliteApplicationStore(reader, writer),
    authorizations: new SqliteAuthorizationStore(reader, writer),
    guilds: new GuildQueries(reader),
    privateChannels: new PrivateChannelQueries(reader),
    messages: new MessageQueries(reader),
    attachments: new AttachmentQueries(reader),
    reactions: new ReactionQueries(reader),
    images: new ImageQueries(reader),
    auditLog: new AuditLogQueries(reader),
    activity: new ActivityQueries(reader),
    newestId: () => newestId(reader),
    backup: (copy) => backUp(path, copy),
    async close() {
      await writer.close();
      await reading.close();
      await writing.close();
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
