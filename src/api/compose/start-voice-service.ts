import { hostOf, isThisMachine } from '../../net/address-scope.js';
import { UserError } from '../../platform/errors.js';
import { type Component, Lifecycle } from '../../platform/lifecycle.js';
import { VOICE_LINK_PATH } from '../../protocol/voice/link.js';
import { AdmittedMembers } from '../voice/alone/admitted-members.js';
import { ServiceLink } from '../voice/alone/service-link.js';
import { LocalVoiceEndpoint, type LocalVoiceEndpointOptions } from '../voice/local-voice-endpoint.js';

export interface VoiceServiceOptions extends LocalVoiceEndpointOptions {
  /** the REST API of the service, e.g. `https://guilds.example/api` */
  readonly apiUrl: string;
  /** shared with the service */
  readonly secret: string;
  /** of the guilds that it is for; null, the default: of every region */
  readonly region?: string | null;
}

/** A voice endpoint that runs alone. */
export interface VoiceService extends Component {
  /** host and port of the voice gateway, for clients */
  readonly address: string;
}

/**
 * Starts a voice endpoint for a service of another process (docs/voice.md, Separate endpoints).
 *
 * @throws {UserError} if a port is in use, or the secret would be sent unencrypted
 */
export async function startVoiceService(options: VoiceServiceOptions): Promise<VoiceService> {
  const { apiUrl, clock, log, region = null, secret } = options;
  const url = linkUrl(apiUrl);
  return await Lifecycle.start(log, async (lifecycle) => {
    const endpoint = lifecycle.add('voice endpoint', await LocalVoiceEndpoint.start(options));
    const { address } = endpoint;
    const members = lifecycle.add('admitted members', new AdmittedMembers(endpoint, clock, log));
    const link = lifecycle.add(
      'service link',
      new ServiceLink({ url, secret, address, region, members, clock, log }),
    );
    endpoint.ended = (guildId, userId) => {
      link.ended(guildId, userId, members.forget(guildId, userId));
    };
    return { address, stop: () => lifecycle.stop() };
  });
}

/** @throws {UserError} if the secret would be sent unencrypted to another machine */
function linkUrl(apiUrl: string): URL {
  const url = new URL(`${apiUrl}${VOICE_LINK_PATH}`);
  if (url.protocol === 'http:' && !isThisMachine(hostOf(url))) {
    throw new UserError(`${apiUrl} is not encrypted`, 'Use a service with https, or one on this machine');
  }
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url;
}
