import { readFile, stat } from 'node:fs/promises';
import { messageOf, UserError } from '../platform/errors.js';

/** Shorter secrets could be guessed. */
const MIN_CHARACTERS = 32;
const MAX_CHARACTERS = 200;
const OF_OTHERS = 0o077;

/**
 * Reads the secret that a service and its voice endpoints share (docs/voice.md, The endpoint alone).
 *
 * @throws {UserError} if the file cannot be read, others can read it, or it contains no secret
 */
export async function readVoiceSecret(path: string): Promise<string> {
  const { mode, text } = await read(path);
  if (process.platform !== 'win32' && (mode & OF_OTHERS) !== 0) {
    throw new UserError(`${path} can be read by other users`, `run: chmod 600 ${path}`);
  }
  const secret = text.trim();
  if (secret.length >= MIN_CHARACTERS && secret.length <= MAX_CHARACTERS && !/\s/.test(secret)) return secret;
  throw new UserError(
    `${path} contains no secret of ${MIN_CHARACTERS} to ${MAX_CHARACTERS} characters`,
    `create one with: openssl rand -hex 32 > ${path}`,
  );
}

async function read(path: string): Promise<{ mode: number; text: string }> {
  try {
    return { mode: (await stat(path)).mode, text: await readFile(path, 'utf8') };
  } catch (error) {
    throw new UserError(`the secret of voice endpoints cannot be read: ${messageOf(error)}`);
  }
}
