import { type FileHandle, open, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Clock } from '../../platform/clock.js';
import { UserError } from '../../platform/errors.js';
import { makePrivateFolder } from '../../platform/files/private-file.js';
import { syncFolder } from '../../platform/files/sync-folder.js';
import type { HomeFiles } from '../../platform/home.js';
import { OnceGrantsFile } from '../../rpc/consent/once-grants-file.js';
import { examineForeignStore, type ForeignStore } from '../../store/sqlite/foreign-store.js';
import { EMBEDDED_SERVICE } from '../accounts/saved-accounts.js';
import { withLockedHome } from '../lock-home.js';
import { SAVED_FILES } from '../saved-files.js';
import { type BackupContents, readContents } from './backup-contents.js';
import { finishRestore, restoreFolder, stagedFiles, writeReady } from './finish-restore.js';
import { STORE } from './kept-files.js';
import { lockBackups } from './lock-backups.js';
import { damagedBackup, type Manifest } from './manifest.js';
import type { OnProgress } from './on-progress.js';
import { type BackupSink, readBackup } from './read-backup.js';

export interface RestoreOptions {
  readonly files: HomeFiles;
  /** the path of the backup */
  readonly source: string;
  readonly clock: Clock;
  readonly onProgress: OnProgress;
  /** Asks whether these contents may replace what the home has; they are on the disk, and nothing is changed yet. */
  readonly accept: (contents: BackupContents) => Promise<boolean>;
}

export interface RestoreSummary {
  /** when the backup was made */
  readonly created_at: string;
  /** the version of Guildhall that made it */
  readonly version: string;
  readonly files: number;
  /** the folder in the home that has what was there before; null if there was nothing */
  readonly former: string | null;
}

/**
 * Replaces what a home keeps by a backup (docs/operating.md, Backups). Everything is read, checked and on the disk before
 * anything of the home is moved aside; from then on, a restore that is interrupted is completed by the next start.
 *
 * @returns null if the contents are not accepted
 * @throws {UserError} if a daemon runs on this home, or the backup is damaged, incomplete or of a newer version
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreSummary | null> {
  const { files, source } = options;
  await requireFile(source);
  return withLockedHome(files, ['restore', source], () => replaceHome(options));
}

async function replaceHome(options: RestoreOptions): Promise<RestoreSummary | null> {
  const { files } = options;
  const lock = await lockBackups(files);
  try {
    await finishRestore(files);
    const manifest = await stage(options);
    if (manifest === null) return null;
    const { created_at, version, files: restored } = manifest;
    await writeReady(files, options.clock.now(), await readdir(stagedFiles(files).home));
    const former = await finishRestore(files);
    return { created_at, version, files: Object.keys(restored).length, former };
  } finally {
    await lock.stop();
  }
}

/** Unpacks the backup next to the contents of the home, and checks it. @returns null if it is not accepted */
async function stage({ accept, files, source, onProgress }: RestoreOptions): Promise<Manifest | null> {
  const folder = restoreFolder(files);
  try {
    const { size } = await stat(source);
    let read = 0;
    const staged = stagedFiles(files);
    const sink = new FolderSink(staged.home);
    const manifest = await readBackup(source, files, sink, (bytes) => {
      read += bytes;
      onProgress('reading the backup', read / size);
    });
    await sink.sync();
    const applications = await prepareContents(source, staged, manifest);
    if (await accept(await readContents(staged, applications))) return manifest;
    await rm(folder, { recursive: true, force: true });
    return null;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Checks what the daemon would refuse at its start, and whatever the store could run.
 *
 * @returns the names of the applications of the store, by id. @throws {UserError}
 */
async function prepareContents(
  source: string,
  staged: HomeFiles,
  { files }: Manifest,
): Promise<ForeignStore['applications']> {
  await checkSavedFiles(source, staged);
  if (files[STORE] === undefined) return new Map();
  const store = await examineForeignStore(staged.database);
  if (store.damage !== null) throw damagedBackup(source, store.damage);
  if (!store.isSupported) {
    throw new UserError(
      `${source} has a store of schema version ${store.schemaVersion}, which this program does not know`,
      'Nothing was changed. Restore it with the version of Guildhall that made it.',
    );
  }
  // The connections of these grants ended with the daemon that the backup is of, whatever its files say of them.
  const onceGrants = await OnceGrantsFile.open(staged.onceGrants, EMBEDDED_SERVICE);
  await onceGrants.addAll(store.onceGrants);
  return store.applications;
}

/** @throws {UserError} which names the damaged file as the home does, not where it was unpacked */
async function checkSavedFiles(source: string, staged: HomeFiles): Promise<void> {
  for (const { file, read } of SAVED_FILES) {
    const path = staged[file];
    await read(path).catch((error: unknown) => {
      if (!(error instanceof UserError)) throw error;
      throw damagedBackup(source, error.message.replace(path, basename(path)));
    });
  }
}

/** Writes the files of a backup into a folder. */
class FolderSink implements BackupSink {
  #file: FileHandle | null = null;
  readonly #folders = new Set<string>();

  constructor(private readonly folder: string) {}

  async begin(name: string): Promise<void> {
    const path = join(this.folder, name);
    if (!this.#folders.has(dirname(path))) {
      await makePrivateFolder(dirname(path));
      this.#folders.add(dirname(path));
    }
    this.#file = await open(path, 'wx', 0o600);
  }

  async write(chunk: Buffer): Promise<void> {
    await this.#file?.appendFile(chunk);
  }

  async end(): Promise<void> {
    try {
      await this.#file?.sync();
    } finally {
      await this.#file?.close();
      this.#file = null;
    }
  }

  async sync(): Promise<void> {
    for (const folder of this.#folders) await syncFolder(folder);
  }
}

async function requireFile(source: string): Promise<void> {
  const found = await stat(source).catch(() => null);
  if (found === null) throw new UserError(`there is no file ${source}`, 'Check the path.');
  if (!found.isFile()) throw damagedBackup(source, 'it is not a regular file');
}
