import { readFile } from 'node:fs/promises';
import type { VoiceAddressOptions } from '../api/voice/local-voice-endpoint.js';
import { messageOf, UserError } from '../platform/errors.js';
import { readSecretFile } from '../platform/files/secret-file.js';
import { toShellWord } from '../platform/text/shell-word.js';
import type { Configuration } from './configuration.js';

/**
 * Where the voice endpoint listens (docs/voice.md, Configuration).
 *
 * @returns null if none is run
 * @throws {UserError} if certificate or key cannot be read, or one is without the other
 */
export async function readVoiceAddress(configuration: Configuration): Promise<VoiceAddressOptions | null> {
  const { voiceHost: host, voicePort: port, voicePublicAddress, voicePublicIp } = configuration;
  if (port === null) return null;
  const tls = await readTls(configuration);
  return { host, port, publicAddress: voicePublicAddress, publicIp: voicePublicIp, tls };
}

async function readTls({
  voiceTlsCertificate: certificate,
  voiceTlsKey: key,
}: Configuration): Promise<VoiceAddressOptions['tls']> {
  if (certificate === null && key === null) return null;
  if (certificate === null || key === null) {
    throw new UserError('voice_tls_certificate and voice_tls_key are only used together');
  }
  try {
    return { cert: await readFile(certificate, 'utf8'), key: await readFile(key, 'utf8') };
  } catch (error) {
    throw new UserError(`the certificate of the voice endpoint cannot be read: ${messageOf(error)}`);
  }
}

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
