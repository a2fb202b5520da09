import { readFile, stat } from 'node:fs/promises';
import { messageOf } from '../../platform/errors.js';

/** Where SDL itself looks for the path of such a file. The daemon's own setting comes to its drivers under this name. */
const MAPPING_FILE_VARIABLE = 'SDL_GAMECONTROLLERCONFIG_FILE';

/** SDL's own database has less than a megabyte. */
const LARGEST_FILE_BYTES = 16 * 1024 * 1024;

/**
 * Reads the file of gamepad mappings that a person named.
 *
 * @param check gives what is wrong with its text, a sentence each
 * @param warn is told of that, and why it cannot be read
 * @returns its text; empty if none is named or it cannot be read
 */
export async function readMappingFile(
  environment: NodeJS.ProcessEnv,
  check: (text: string) => readonly string[],
  warn: (problem: string) => void,
): Promise<string> {
  const path = environment[MAPPING_FILE_VARIABLE];
  if (path === undefined || path === '') return '';
  try {
    const { size } = await stat(path);
    if (size > LARGEST_FILE_BYTES) {
      warn(`${path}: it is larger than ${LARGEST_FILE_BYTES} bytes`);
      return '';
    }
    const text = await readFile(path, 'utf8');
    for (const problem of check(text)) warn(`${path}: ${problem}`);
    return text;
  } catch (error) {
    warn(`${path}: ${messageOf(error)}`);
    return '';
  }
}

/** @returns the environment in which a driver finds this file; the same if there is none */
export function withMappingFile(environment: NodeJS.ProcessEnv, path: string | null): NodeJS.ProcessEnv {
  return path === null ? environment : { ...environment, [MAPPING_FILE_VARIABLE]: path };
}
