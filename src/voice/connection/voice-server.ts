import { isIP } from 'node:net';
import type { Snowflake } from '../../protocol/snowflake.js';
import { VOICE_VERSIONS } from '../../protocol/voice/versions.js';

/** Where and as whom the person connects to voice. */
export interface VoiceServer {
  readonly guildId: Snowflake;
  readonly channelId: Snowflake;
  readonly userId: Snowflake;
  /** of the gateway session that joined the channel */
  readonly sessionId: string;
  readonly token: string;
  /** host and port, e.g. `voice.example:443` */
  readonly endpoint: string;
}

/**
 * The URL of an endpoint: with TLS, except on this machine, where nobody else can listen.
 *
 * @returns null if the endpoint is not host and port
 */
export function endpointUrl(endpoint: string): URL | null {
  if (!URL.canParse(`wss://${endpoint}`)) return null;
  const url = new URL(`wss://${endpoint}/?v=${VOICE_VERSIONS.NEWEST}`);
  if (url.username !== '' || url.password !== '' || !url.href.startsWith(`wss://${url.host}/?v=`))
    return null;
  if (isLoopback(url.hostname)) url.protocol = 'ws:';
  return url;
}

function isLoopback(hostname: string): boolean {
  return hostname === '[::1]' || (isIP(hostname) === 4 && hostname.startsWith('127.'));
}
