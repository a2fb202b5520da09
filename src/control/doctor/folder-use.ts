import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { homeFiles } from '../../platform/home.js';
import { problem, type Result } from './finding.js';

/**
 * What a folder is used for, by the names in it: `unknown` if it cannot be listed. A command that changes a folder is
 * offered only for a home and an empty one: the path may be mistyped.
 */
export type FolderUse = 'home' | 'empty' | 'other' | 'unknown';

export async function findFolderUse(folder: string): Promise<FolderUse> {
  const names = await readdir(folder).catch(() => null);
  return names === null ? 'unknown' : folderUseOf(folder, names);
}

/** @param names of everything in the folder */
export function folderUseOf(folder: string, names: readonly string[]): FolderUse {
  if (names.length === 0) return 'empty';
  // Folders of any program may be called `attachments` or `backups`.
  const { attachments: _attachments, backups: _backups, home: _home, ...files } = homeFiles(folder);
  const signs = new Set(Object.values(files).map((path) => basename(path)));
  return names.some((name) => signs.has(name)) ? 'home' : 'other';
}

/** The problem of a folder with the files of something else. */
export function notAHome(folder: string): Result {
  return problem('not_a_home', `${folder} is not a home of Guildhall`, {
    hint: 'Choose another folder with --home.',
  });
}
