import { UserError } from '../platform/errors.js';
import { readSecretFile } from '../platform/files/secret-file.js';
import { toShellWord } from '../platform/text/shell-word.js';

/** Shorter secrets could be guessed. */
const MIN_CHARACTERS = 32;
const MAX_CHARACTERS = 200;

/**
 * Reads the secret that a service and its voice endpoints share (docs/voice.md, Separate endpoints).
 *
 * @param credentials the folder in which a service manager passes files to this process alone ($CREDENTIALS_DIRECTORY)
 * @throws {UserError} if the file cannot be read, others can read it, or it contains no secret
 */
export async function readVoiceSecret(path: string, credentials?: string): Promise<string> {
  const text = await readSecretFile(path, 'the secret of voice endpoints', credentials);
  const secret = text.trim();
  if (secret.length >= MIN_CHARACTERS && secret.length <= MAX_CHARACTERS && !/\s/.test(secret)) return secret;
  throw new UserError(
    `${path} contains no secret of ${MIN_CHARACTERS} to ${MAX_CHARACTERS} characters`,
    `Create one with: openssl rand -hex 32 > ${toShellWord(path)}`,
  );
}
