import { isIP } from 'node:net';
import { type AddressScope, addressScope, hostOf, mayNameAddress } from '../../net/address-scope.js';
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
  /** of the voice gateway, as of `endpointUrl` */
  readonly url: URL;
  /** the scope of addresses that the endpoint may have */
  readonly scope: AddressScope;
}

/**
 * The URL of an endpoint: with TLS, except on this machine, where nobody else can listen.
 *
 * @param endpoint host and port, e.g. `voice.example:443`
 * @param scope of the service that named it
 * @returns null if the endpoint is not host and port, or an address that the service may not name (docs/voice.md,
 *   Permitted addresses); what a name leads to is checked when it is connected to
 */
export function endpointUrl(endpoint: string, scope: AddressScope): URL | null {
  const target = `${endpoint}/?v=${VOICE_VERSIONS.NEWEST}`;
  if (!URL.canParse(`wss://${target}`)) return null;
  const url = new URL(`wss://${target}`);
  if (url.username !== '' || url.password !== '' || !url.href.startsWith(`wss://${url.host}/?v=`))
    return null;
  const address = hostOf(url);
  if (isIP(address) !== 0 && !mayNameAddress(scope, address)) return null;
  // Parsed again, because the default port of TLS is left out in the first one.
  return addressScope(address) === 'loopback' ? new URL(`ws://${target}`) : url;
}
