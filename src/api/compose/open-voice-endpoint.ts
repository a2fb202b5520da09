import type { IncomingMessage, Server } from 'node:http';
import type { HttpConnections } from '../../net/http/http-connections.js';
import type { Lifecycle } from '../../platform/lifecycle.js';
import { VOICE_LINK_PATH } from '../../protocol/voice/link.js';
import type { HostAllowlist } from '../core/http/host-allowlist.js';
import type { VoiceEndpoint } from '../core/voice-endpoint.js';
import { AbsentVoiceEndpoint } from '../voice/absent-voice-endpoint.js';
import { Admissions } from '../voice/admissions.js';
import { LocalVoiceEndpoint } from '../voice/local-voice-endpoint.js';
import { VoiceLinkServer } from '../voice/remote/voice-link-server.js';
import type { ApiOptions } from './api-options.js';
import type { Foundation } from './open-foundation.js';

const API_PATH = '/api';

/** The endpoint of a service, and what it needs of the service's port. */
export interface OpenedVoiceEndpoint {
  readonly endpoint: VoiceEndpoint;
  /** Whether an upgrade is of an endpoint that runs alone, and not of the gateway. */
  isLink(request: IncomingMessage): boolean;
  /** Accepts the links of endpoints that run alone, if the service uses such. */
  listenTo(server: Server, http: HttpConnections, hosts: HostAllowlist): void;
}

/** Opens the voice endpoint of a service: its own, those that run alone, or none. @throws {UserError} */
export async function openVoiceEndpoint(
  { clock, log, peers, voice = null, voiceSecretHash = null }: ApiOptions,
  { process }: Pick<Foundation, 'process'>,
  lifecycle: Lifecycle,
): Promise<OpenedVoiceEndpoint> {
  if (voiceSecretHash !== null) {
    const { endpoint, listener } = process.openVoiceEndpoints(lifecycle);
    return {
      endpoint,
      isLink,
      listenTo(server, http, hosts) {
        const options = { secretHash: voiceSecretHash, listener, hosts, peers, http, clock, log };
        const links = lifecycle.add('voice links', new VoiceLinkServer(options));
        links.listenTo(server, isLink);
      },
    };
  }
  const endpoint =
    voice === null
      ? new AbsentVoiceEndpoint(new Admissions(clock))
      : lifecycle.add('voice', await LocalVoiceEndpoint.start({ ...voice, peers, clock, log }));
  return { endpoint, isLink: () => false, listenTo: () => {} };
}

function isLink({ url }: IncomingMessage): boolean {
  return url === `${API_PATH}${VOICE_LINK_PATH}`;
}
