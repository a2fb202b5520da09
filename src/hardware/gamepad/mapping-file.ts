import { messageOf } from '../../platform/errors.js';
import { openRegularFile } from '../../platform/files/text-file.js';
import type { Logger } from '../../platform/log.js';
import type { GamepadMappingWarning, NativeGamepadMappings } from '../../platform/native/gamepads.js';
import type { DriverHost } from '../host/driver-host.js';
import type { GAMEPAD } from './gamepad-contract.js';

/** The variable that SDL itself reads. The daemon passes its setting to drivers in it. */
const MAPPING_FILE_VARIABLE = 'SDL_GAMECONTROLLERCONFIG_FILE';

/** SDL's own database is smaller than one megabyte. */
const LARGEST_FILE_BYTES = 16 * 1024 * 1024;

/**
 * Reads the gamepad mapping file that the person configured.
 *
 * @param parse parses the text into mappings and warnings
 * @param warn called with each warning as a sentence, or with why the file cannot be read
 * @returns the mappings; those of an empty text if no file is configured or it cannot be read
 */
export async function readMappingFile<Mappings extends NativeGamepadMappings>(
  environment: NodeJS.ProcessEnv,
  parse: (text: string) => Mappings,
  warn: (problem: string) => void,
): Promise<Mappings> {
  const path = environment[MAPPING_FILE_VARIABLE];
  if (path === undefined || path === '') return parse('');
  try {
    const text = await readText(path);
    if (text === null) {
      warn(`${path}: larger than ${LARGEST_FILE_BYTES} bytes`);
      return parse('');
    }
    const mappings = parse(text);
    for (const problem of describeWarnings(mappings)) warn(`${path}: ${problem}`);
    return mappings;
  } catch (error) {
    warn(`${path}: ${messageOf(error)}`);
    return parse('');
  }
}

/** @returns null if the file is too long */
async function readText(path: string): Promise<string | null> {
  const file = await openRegularFile(path);
  try {
    const { size } = await file.stat();
    return size > LARGEST_FILE_BYTES ? null : await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

/** @returns the environment that passes this file to a driver; unchanged if there is none */
export function withMappingFile(environment: NodeJS.ProcessEnv, path: string | null): NodeJS.ProcessEnv {
  return path === null ? environment : { ...environment, [MAPPING_FILE_VARIABLE]: path };
}

/** Describes the warnings about a file, e.g. `line 12: "a:q1" names no button, axis or hat`. */
function describeWarnings({ warnings, badLines }: NativeGamepadMappings): string[] {
  const sentences = warnings.map((warning) => `line ${warning.line}: ${describeFault(warning)}`);
  const more = badLines - warnings.length;
  return more > 0 ? [...sentences, `and ${more} more bad lines`] : sentences;
}

function describeFault({ fault, text }: GamepadMappingWarning): string {
  switch (fault) {
    case 'bad-guid':
      return `the guid "${text}" is not 32 hexadecimal digits`;
    case 'no-colon':
      return `"${text}" has no colon`;
    case 'bad-source':
      return `"${text}" names no button, axis or hat`;
    case 'bad-checksum':
      return `"${text}" is not a checksum of four hexadecimal digits`;
    case 'no-button':
      return 'maps no button';
  }
}

/** Logs what the driver warns of, each once: its process reads the file again whenever it is started. */
export function logMappingWarnings(gamepad: Pick<DriverHost<typeof GAMEPAD>, 'events'>, log: Logger): void {
  const logged = new Set<string>();
  gamepad.events.on('warning', (warning) => {
    if (logged.has(warning)) return;
    logged.add(warning);
    log.warn({ reason: warning }, 'gamepad mapping file has invalid lines');
  });
}
