import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { replaceFile } from './replace-file.js';

/** Files of the home: readable by their owner alone (0600 in a 0700 folder). */

export async function makePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
}

/** Replaces a file as a whole: after a crash it holds the old text or the new one, never half of either. */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  await makePrivateFolder(dirname(path));
  await replaceFile(path, text, 0o600);
}
