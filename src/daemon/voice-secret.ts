import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { messageOf, UserError } from '../platform/errors.js';
import { toShellCommand, toShellWord } from '../platform/shell-word.js';

/** Shorter secrets could be guessed. */
const MIN_CHARACTERS = 32;
const MAX_CHARACTERS = 200;
const GROUP_AND_OTHERS = 0o077;
const OTHERS = 0o007;

/**
 * Reads the secret that a service and its voice endpoints share (docs/voice.md, The endpoint alone).
 *
 * @param credentials the folder in which a service manager passes files to this process alone ($CREDENTIALS_DIRECTORY)
 * @throws {UserError} if the file cannot be read, others can read it, or it contains no secret
 */
export async function readVoiceSecret(path: string, credentials?: string): Promise<string> {
  const { mode, text } = await read(path);
  // systemd gives access to a credential by an access control list, whose mask appears as the group's permissions.
  const forbidden = credentials && dirname(path) === credentials ? OTHERS : GROUP_AND_OTHERS;
  if (process.platform !== 'win32' && (mode & forbidden) !== 0) {
    throw new UserError(`${path} can be read by other users`, `Run: ${toShellCommand('chmod', '600', path)}`);
  }
  const secret = text.trim();
  if (secret.length >= MIN_CHARACTERS && secret.length <= MAX_CHARACTERS && !/\s/.test(secret)) return secret;
  throw new UserError(
    `${path} contains no secret of ${MIN_CHARACTERS} to ${MAX_CHARACTERS} characters`,
    `Create one with: openssl rand -hex 32 > ${toShellWord(path)}`,
  );
}

async function read(path: string): Promise<{ mode: number; text: string }> {
  try {
    return { mode: (await stat(path)).mode, text: await readFile(path, 'utf8') };
  } catch (error) {
    throw new UserError(`the secret of voice endpoints cannot be read: ${messageOf(error)}`);
  }
}
