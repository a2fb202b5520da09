import { stat } from 'node:fs/promises';
import { RepeatedTask } from '../async/repeated-task.js';
import type { Clock } from '../clock.js';
import type { Logger } from '../log.js';
import type { OpenedFolder } from './private-file.js';
import { isMissingFile } from './text-file.js';

/** How often a process looks for files by which others find it, in milliseconds. */
export const LOOK_FOR_FILES_MS = 5_000;

export interface RestoredFile {
  readonly path: string;
  /** that it is in, as it was opened: where another one took its place, nothing is made; null: any at its path */
  readonly folder: Pick<OpenedFolder, 'isInPlace'> | null;
  readonly clock: Pick<Clock, 'every'>;
  readonly log: Logger;
}

/** Makes a file by which others find this process again whenever it was removed, until it is stopped. */
export function restoreIfRemoved(
  { path, folder, clock, log }: RestoredFile,
  make: () => Promise<void>,
): RepeatedTask {
  return new RepeatedTask(clock, LOOK_FOR_FILES_MS, async () => {
    try {
      if (!(await isMissing(path)) || (await folder?.isInPlace()) === false) return;
      await make();
      log.warn({ path }, 'recreated a removed file');
    } catch (error) {
      log.debug({ err: error, path }, 'failed to make a removed file again');
    }
  });
}

async function isMissing(path: string): Promise<boolean> {
  try {
    await stat(path);
    return false;
  } catch (error) {
    return isMissingFile(error);
  }
}
