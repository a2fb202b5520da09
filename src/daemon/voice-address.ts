import { readFile } from 'node:fs/promises';
import type { VoiceAddressOptions } from '../api/voice/local-voice-endpoint.js';
import { messageOf, UserError } from '../platform/errors.js';
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
