import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { homeFiles } from '../../platform/home.js';
import { problem, type Result } from './finding.js';

/**
 * What a folder is used for, by the names in it. A command that changes a folder is offered only for a home and an empty
 * one: the path may be mistyped.
 *
 * - home: it has files that only Guildhall makes
 * - maybe-home: it has files that a home has, and other programs may have, too, e.g. `config.toml`
 * - unknown: it cannot be listed
 */
export type FolderUse = 'home' | 'maybe-home' | 'empty' | 'other' | 'unknown';

export async function findFolderUse(folder: string): Promise<FolderUse> {
  const names = await readdir(folder).catch(() => null);
  return names === null ? 'unknown' : folderUseOf(folder, names);
}

/** @param names of everything in the folder */
export function folderUseOf(folder: string, names: readonly string[]): FolderUse {
  if (names.length === 0) return 'empty';
  const { account, configuration, controlSocket, database, remembered, runtime, voiceSettings, ...rest } =
    homeFiles(folder);
  const { activitySettings, consoleSessions, lock, log, onceGrants } = rest;
  const has = (...paths: readonly string[]) => paths.some((path) => names.includes(basename(path)));
  if (has(consoleSessions, lock, log, onceGrants)) return 'home';
  const usual = [account, configuration, controlSocket, database, remembered, runtime, voiceSettings];
  return has(...usual, activitySettings) ? 'maybe-home' : 'other';
}

/** The problem of a folder with the files of something else. */
export function notAHome(folder: string): Result {
  return problem('not_a_home', `${folder} is not a home of Guildhall`, {
    hint: 'Choose another folder with --home.',
  });
}
