import { UserError } from '../errors.js';
import { parseJson, type Shape } from '../text/parse-json.js';
import { readFileIfExists } from './text-file.js';

/**
 * Reads a file that this program saved as JSON.
 *
 * @param hint what to do if it is damaged
 * @returns null if it does not exist
 * @throws {UserError} if it is damaged; the message does not quote the file, which may contain secrets
 */
export async function readSavedFile<T>(path: string, shape: Shape<T>, hint: string): Promise<T | null> {
  const text = await readFileIfExists(path);
  if (text === null) return null;
  const value = parseJson(text);
  if (shape.is(value)) return value;
  throw new UserError(`${path} is damaged`, hint);
}
