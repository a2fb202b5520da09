import { opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../platform/clock.js';
import { UserError } from '../../platform/errors.js';
import { isMissingFile } from '../../platform/files/text-file.js';
import type { HomeFiles } from '../../platform/home.js';
import { isSnowflake, type Snowflake } from '../../protocol/snowflake.js';
import { copyStore, examineCopy } from '../../store/sqlite/store-copy.js';
import { attachmentName, STORE } from './kept-files.js';
import { LinkedAttachments } from './linked-attachments.js';
import type { OnProgress } from './on-progress.js';

/** How often the store is copied again because files of messages were removed meanwhile. */
const MAX_COPIES = 5;
const PROGRESS_MS = 250;

/** The store and the files of its messages, as they were together. */
export interface Snapshot {
  readonly files: readonly { readonly name: string; readonly from: string; readonly size: number }[];
  /** the size of all files */
  readonly bytes: number;
  /** how many files of messages the home itself has lost */
  readonly missing: number;
  remove(): Promise<void>;
}

export interface SnapshotOptions {
  readonly files: HomeFiles;
  /** whether the SQLite file of the home is its store, or one that is no longer used */
  readonly hasStore: boolean;
  /** a private folder for the copy of the store */
  readonly folder: string;
  readonly clock: Clock;
  readonly onProgress: OnProgress;
}

/**
 * Copies the store, and keeps the files of its messages: a file is written before its message is stored, and removed
 * after. So those that exist before the copy and those that the copy names are all, except one that was created and
 * removed meanwhile; then the store is copied again.
 */
export async function takeSnapshot(options: SnapshotOptions): Promise<Snapshot> {
  const { files, folder } = options;
  const links = await LinkedAttachments.create(files.attachments, join(files.home, 'backup.tmp'));
  const remove = () => links.remove();
  try {
    await links.keep(await idsIn(files.attachments));
    const copy = join(folder, STORE);
    const { ids, missing } = await copyWithFiles(options, copy, links);
    const found = ids === null ? [] : [{ name: STORE, from: copy, size: (await stat(copy)).size }];
    for (const id of ids ?? []) {
      found.push({ name: attachmentName(id), from: links.pathOf(id), size: await links.sizeOf(id) });
    }
    return { files: found, bytes: found.reduce((sum, { size }) => sum + size, 0), missing, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** @returns the files of the messages in the copy; null if there is no store */
async function copyWithFiles(
  options: SnapshotOptions,
  copy: string,
  links: LinkedAttachments,
): Promise<{ ids: Snowflake[] | null; missing: number }> {
  let before: ReadonlySet<Snowflake> = new Set();
  for (let round = 0; round < MAX_COPIES; round += 1) {
    if (!(await copyIfExists(options, copy))) return { ids: null, missing: 0 };
    const { damage, attachments } = await examineCopy(copy);
    if (damage !== null) throw new UserError(`the store is damaged: ${damage}`, 'Restore an earlier backup.');
    const missing = new Set(await links.keep(attachments));
    // What two copies name was not removed meanwhile: the home has lost it.
    const isFinal = [...missing].every((id) => before.has(id));
    if (isFinal) return { ids: attachments.filter((id) => !missing.has(id)), missing: missing.size };
    before = missing;
    await rm(copy);
  }
  throw new UserError('files of messages are removed faster than they can be copied', 'Try again later.');
}

/** @returns whether there is a store */
async function copyIfExists(
  { files, hasStore, clock, onProgress }: SnapshotOptions,
  copy: string,
): Promise<boolean> {
  const size = hasStore ? await sizeOf(files.database) : null;
  if (size === null) return false;
  const look = async () => onProgress('copying the store', Math.min(1, ((await sizeOf(copy)) ?? 0) / size));
  const stop = clock.every(PROGRESS_MS, () => void look().catch(() => undefined));
  try {
    await copyStore(files.database, copy);
    return true;
  } finally {
    stop();
  }
}

async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (isMissingFile(error)) return null;
    throw error;
  }
}

async function idsIn(folder: string): Promise<Snowflake[]> {
  const ids: Snowflake[] = [];
  try {
    for await (const { name } of await opendir(folder)) if (isSnowflake(name)) ids.push(name);
  } catch (error) {
    if (!isMissingFile(error)) throw error;
  }
  return ids;
}
