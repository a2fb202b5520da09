import { readFile, stat } from 'node:fs/promises';
import { messageOf } from '../../platform/errors.js';

/** Where SDL itself looks for the path of such a file. The daemon's own setting comes to its drivers under this name. */
const MAPPING_FILE_VARIABLE = 'SDL_GAMECONTROLLERCONFIG_FILE';

/** SDL's own database has less than a megabyte. */
const LARGEST_FILE_BYTES = 16 * 1024 * 1024;

/**
 * Reads the file of gamepad mappings that a person named.
 *
 * @param parse gives the mappings of a text, with a warning for each line that cannot be used
 * @param warn is called with these, and with the reason why the file cannot be read
 * @returns its mappings; those of an empty text if no file is named or it cannot be read
 */
export async function readMappingFile<Mappings extends { readonly warnings: readonly string[] }>(
  environment: NodeJS.ProcessEnv,
  parse: (text: string) => Mappings,
  warn: (problem: string) => void,
): Promise<Mappings> {
  const path = environment[MAPPING_FILE_VARIABLE];
  if (path === undefined || path === '') return parse('');
  try {
    const { size } = await stat(path);
    if (size > LARGEST_FILE_BYTES) {
      warn(`${path}: it is larger than ${LARGEST_FILE_BYTES} bytes`);
      return parse('');
    }
    const mappings = parse(await readFile(path, 'utf8'));
    for (const problem of mappings.warnings) warn(`${path}: ${problem}`);
    return mappings;
  } catch (error) {
    warn(`${path}: ${messageOf(error)}`);
    return parse('');
  }
}

/** @returns the environment in which a driver finds this file; the same if there is none */
export function withMappingFile(environment: NodeJS.ProcessEnv, path: string | null): NodeJS.ProcessEnv {
  return path === null ? environment : { ...environment, [MAPPING_FILE_VARIABLE]: path };
}
