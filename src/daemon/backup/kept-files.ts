import { basename } from 'node:path';
import type { HomeFiles } from '../../platform/home.js';
import { isSnowflake } from '../../protocol/snowflake.js';

/** The name of the store in a home and in a backup. */
export const STORE = 'store.db';
const ATTACHMENTS = 'attachments';

/**
 * The small files that a backup has: what the daemon keeps besides the store and the files of messages. Logs, crash
 * reports, sessions of the console and what belongs to one run of the daemon are not kept.
 */
export function keptDocuments(files: HomeFiles): string[] {
  const { configuration, account, remembered, onceGrants, activitySettings, voiceSettings } = files;
  const settings = [configuration, account, remembered, onceGrants, activitySettings, voiceSettings];
  return [...settings, files.demos, files.lastGuild].map((path) => basename(path));
}

/** Everything that a restore replaces, by its name in the home. */
export function replacedNames(files: HomeFiles): string[] {
  return [STORE, `${STORE}-wal`, `${STORE}-shm`, ATTACHMENTS, ...keptDocuments(files)];
}

/** The name of a file of a message in a backup. */
export function attachmentName(id: string): string {
  return `${ATTACHMENTS}/${id}`;
}

/** Whether a backup may have a file of this name; any other could be written elsewhere. */
export function isKeptName(files: HomeFiles, name: string): boolean {
  const [folder, id = '', ...more] = name.split('/');
  if (name === STORE || keptDocuments(files).includes(name)) return true;
  return folder === ATTACHMENTS && more.length === 0 && isSnowflake(id);
}
