import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import Type from 'typebox';
import { makePrivateFolder, removePrivateFile, writePrivateFile } from '../../platform/files/private-file.js';
import { readSavedFile } from '../../platform/files/saved-file.js';
import { syncFolder } from '../../platform/files/sync-folder.js';
import { pathExists } from '../../platform/files/text-file.js';
import { type HomeFiles, homeFiles } from '../../platform/home.js';
import { validator } from '../../protocol/schema.js';
import { replacedNames } from './kept-files.js';

/** Written when a backup is unpacked and checked. */
const readyValidator = validator(
  Type.Object({
    /** the folder in the home for what was there before */
    former: Type.String({ pattern: '^before-restore-[0-9TZ-]+$' }),
    /** what the backup has, by its name in the home */
    names: Type.Array(Type.String()),
  }),
);
type Ready = { readonly former: string; readonly names: readonly string[] };

/** A file or folder that gets another name. */
export type Move = readonly [from: string, to: string];

/** The folder in the home in which a backup is unpacked. */
export function restoreFolder({ home }: HomeFiles): string {
  return join(home, 'restore');
}

/** The unpacked files of the backup, named as in a home. */
export function stagedFiles(files: HomeFiles): HomeFiles {
  return homeFiles(join(restoreFolder(files), 'new'));
}

/** Marks the unpacked backup as whole: from now on the restore is completed, however often it is interrupted. */
export async function writeReady(files: HomeFiles, now: number, names: readonly string[]): Promise<void> {
  const former = `before-restore-${new Date(now).toISOString().replace(/[:.]/g, '-')}`;
  const kept = new Set(names.map((name) => name.split('/')[0] ?? ''));
  await writePrivateFile(readyPath(files), JSON.stringify({ former, names: [...kept] }));
  await syncFolder(files.home);
}

/**
 * Completes a restore that was begun, or removes what is left of one that was interrupted while the backup was unpacked.
 * Only the process that has locked the home may call this, before it opens the store.
 *
 * @returns the folder that has what was there before; null if nothing was to be restored, or there was nothing
 */
export async function finishRestore(files: HomeFiles): Promise<string | null> {
  const ready = await readReady(files);
  const folder = restoreFolder(files);
  if (ready === null) {
    await rm(folder, { recursive: true, force: true });
    return null;
  }
  const former = join(files.home, ready.former);
  const moves = await pendingMoves(files);
  if (moves.some(([, to]) => to.startsWith(former))) await makePrivateFolder(former);
  for (const [from, to] of moves) await rename(from, to);
  const hasFormer = await pathExists(former);
  if (hasFormer) await syncFolder(former);
  await syncFolder(files.home);
  await removePrivateFile(readyPath(files));
  await rm(folder, { recursive: true, force: true });
  return hasFormer ? former : null;
}

/** Whether a restore was interrupted while it replaced the home. */
export async function isRestorePending(files: HomeFiles): Promise<boolean> {
  return pathExists(readyPath(files));
}

/** What is still to be moved, in this order, so that each part of the home is the former or the new one at any time. */
export async function pendingMoves(files: HomeFiles): Promise<Move[]> {
  const ready = await readReady(files);
  if (ready === null) return [];
  const moves: Move[] = [];
  for (const name of replacedNames(files)) {
    const [now, staged] = [join(files.home, name), join(stagedFiles(files).home, name)];
    const isNew = ready.names.includes(name);
    if (isNew && !(await pathExists(staged))) continue;
    if (await pathExists(now)) moves.push([now, join(files.home, ready.former, name)]);
    if (isNew) moves.push([staged, now]);
  }
  return moves;
}

/** @throws {UserError} if the mark is damaged: then it is unknown what was moved */
function readReady(files: HomeFiles): Promise<Ready | null> {
  return readSavedFile(readyPath(files), readyValidator, 'Restore the backup again into another home.');
}

function readyPath(files: HomeFiles): string {
  return join(restoreFolder(files), 'ready.json');
}
