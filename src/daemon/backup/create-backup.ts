import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../platform/clock.js';
import { UserError } from '../../platform/errors.js';
import { findProtectedPath } from '../../platform/files/changeable-folder.js';
import { giveName, refuseExisting } from '../../platform/files/new-file.js';
import { createPrivateFile } from '../../platform/files/private-file.js';
import { isMissingFile, pathExists, readRegularFile } from '../../platform/files/text-file.js';
import type { HomeFiles } from '../../platform/home.js';
import { TarWriter } from '../../platform/tar/tar-writer.js';
import { VERSION } from '../../platform/version.js';
import { timestamp } from '../../protocol/timestamp.js';
import { requireOwnHome } from '../prepare-home.js';
import { isRestorePending } from './finish-restore.js';
import { keptDocuments, STORE } from './kept-files.js';
import { lockBackups } from './lock-backups.js';
import { FORMAT, MANIFEST, type Manifest } from './manifest.js';
import type { OnProgress } from './on-progress.js';
import { readBackup } from './read-backup.js';
import { type Snapshot, takeSnapshot } from './snapshot.js';

export interface BackupOptions {
  readonly files: HomeFiles;
  /** the path of the backup, which must not exist */
  readonly target: string;
  /** whether the data of the service is in PostgreSQL: then a SQLite file in the home is an old one */
  readonly usesPostgres: boolean;
  readonly clock: Clock;
  readonly onProgress: OnProgress;
}

/** What a backup has. */
export interface BackupSummary {
  readonly file: string;
  /** its size */
  readonly bytes: number;
  /** the number of files in it */
  readonly files: number;
  /** whether it has the store: not if the home has none, or a PostgreSQL database is used */
  readonly has_store: boolean;
  /** whether the data of the service is in PostgreSQL, and so not in the backup */
  readonly uses_postgres: boolean;
  /** how many files of messages the home itself has lost */
  readonly missing_files: number;
}

/** Where the data is that a backup of a home over PostgreSQL lacks. */
export const IN_POSTGRES =
  'The data of the service is in PostgreSQL and not in this backup: use pg_dump, and copy the folder attachments of the home.';

/**
 * Writes a backup of a home while a daemon runs or not, from this process, so that a running one is not delayed
 * (docs/operating.md, Backups). It is compared with what was read before it gets its name, so an interrupted backup
 * leaves no file that looks like one.
 *
 * @throws {UserError} if the target exists, there is nothing to back up, or the store is damaged
 */
export async function createBackup(options: BackupOptions): Promise<BackupSummary> {
  const { files, target } = options;
  await refuseExisting(target);
  await requireOwnHome(files.home, ['backup', target]);
  await requireHome(options);
  const lock = await lockBackups(files);
  try {
    if (await isRestorePending(files)) {
      throw new UserError('a restore of this home was interrupted', 'Start the daemon, which completes it.');
    }
    const prepared = await prepareTarget(target);
    try {
      return await writeBackup(options, prepared);
    } finally {
      await rm(prepared.folder, { recursive: true, force: true });
    }
  } finally {
    await lock.stop();
  }
}

async function writeBackup(
  options: BackupOptions,
  { folder, path: named }: BackupTarget,
): Promise<BackupSummary> {
  const { files, target, usesPostgres, clock, onProgress } = options;
  // Before the store, which has an account before its file does. A restore completes the grants that are allowed once.
  const documents = await readDocuments(files);
  const snapshot = await takeSnapshot({ files, hasStore: !usesPostgres, folder, clock, onProgress });
  const path = join(folder, 'backup.tar');
  try {
    const manifest = await writeArchive({ path, documents, snapshot, clock, onProgress });
    const { size } = await stat(path);
    let read = 0;
    await readBackup(path, files, null, (bytes) => {
      read += bytes;
      onProgress('checking the backup', read / size);
    });
    await giveName(path, named);
    const count = Object.keys(manifest.files).length;
    return {
      file: target,
      bytes: size,
      files: count,
      has_store: manifest.files[STORE] !== undefined,
      uses_postgres: usesPostgres,
      missing_files: snapshot.missing,
    };
  } finally {
    await snapshot.remove();
  }
}

interface Archive {
  readonly path: string;
  readonly documents: ReadonlyMap<string, Buffer>;
  readonly snapshot: Snapshot;
  readonly clock: Clock;
  readonly onProgress: OnProgress;
}

async function writeArchive({ path, documents, snapshot, clock, onProgress }: Archive): Promise<Manifest> {
  const file = await createPrivateFile(path);
  try {
    const now = clock.now();
    const tar = new TarWriter(file, now);
    const written: Manifest['files'] = {};
    for (const [name, content] of documents) {
      written[name] = {
        size: content.length,
        sha256: await tar.add({ name, size: content.length }, [content]),
      };
    }
    let done = 0;
    for (const { name, from, size } of snapshot.files) {
      written[name] = { size, sha256: await tar.add({ name, size }, createReadStream(from)) };
      done += size;
      onProgress('writing the backup', done / snapshot.bytes);
    }
    const manifest = {
      format: FORMAT,
      version: VERSION,
      created_at: timestamp(now),
      files: written,
    } as const;
    const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
    await tar.add({ name: MANIFEST, size: text.length }, [text]);
    await tar.finish();
    return manifest;
  } finally {
    await file.close();
  }
}

/** @throws {UserError} if the home has nothing to keep */
async function requireHome({ files, usesPostgres }: BackupOptions): Promise<void> {
  // The home of `guildhall api` has no account, and over PostgreSQL often nothing but its configuration.
  const signs = usesPostgres ? [files.configuration, files.account] : [files.database, files.account];
  for (const path of signs) if (await pathExists(path)) return;
  throw new UserError(
    `there is nothing to back up in ${files.home}`,
    usesPostgres ? IN_POSTGRES : 'Name the home of a daemon with --home.',
  );
}

async function readDocuments(files: HomeFiles): Promise<Map<string, Buffer>> {
  const documents = new Map<string, Buffer>();
  for (const name of keptDocuments(files)) {
    try {
      documents.set(name, await readRegularFile(join(files.home, name)));
    } catch (error) {
      if (!isMissingFile(error)) throw error;
    }
  }
  return documents;
}

/** Where a backup is written. */
interface BackupTarget {
  /** a private folder in that of the target */
  readonly folder: string;
  /** the path of the target without links, which only this user and root can change */
  readonly path: string;
}

/**
 * Makes a private folder next to the target, in which the backup is written.
 *
 * @throws {UserError} if the folder of the target does not exist, or other users can rename what is in it: they could put
 *   their own folder in the place of the private one
 */
async function prepareTarget(target: string): Promise<BackupTarget> {
  const path = await findProtectedPath(target, 'the backup');
  return { folder: await mkdtemp(`${path}.partial-`), path };
}
