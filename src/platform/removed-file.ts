import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isMissingFile } from './text-file.js';

/** How often a process looks for files by which others find it, in milliseconds. */
export const LOOK_FOR_FILES_MS = 5_000;

/** Whether a file was removed from its folder, which is still there. */
export async function isRemoved(path: string): Promise<boolean> {
  return (await isMissing(path)) && !(await isMissing(dirname(path)));
}

async function isMissing(path: string): Promise<boolean> {
  try {
    await stat(path);
    return false;
  } catch (error) {
    return isMissingFile(error);
  }
}
