import type { LiveNodes } from '../../../cluster/live-nodes.js';
import type { Clock } from '../../../platform/clock.js';
import type { Lifecycle } from '../../../platform/lifecycle.js';
import type { Logger } from '../../../platform/log.js';
import type { Store } from '../../../store/store.js';
import type { VoiceEndpoint } from '../../core/voice-endpoint.js';
import type { EndpointLinkListener } from '../../voice/remote/endpoint-link.js';
import type { ApiCluster } from '../open-cluster.js';
import type { SessionIds } from '../session-ids.js';
import { EndpointHost } from './endpoint-host.js';
import { SharedVoiceEndpoints } from './shared-voice-endpoints.js';

/** Shares the endpoints that run alone with the other nodes. @returns null if this process is the only one */
export function shareVoiceEndpoints(
  {
    cluster,
    nodes,
    sessionIds,
    store,
  }: {
    readonly cluster: ApiCluster | null;
    readonly nodes: LiveNodes | null;
    readonly sessionIds: SessionIds | null;
    readonly store: Store;
  },
  { clock, log }: { readonly clock: Clock; readonly log: Logger },
  lifecycle: Lifecycle,
): { readonly endpoint: VoiceEndpoint; readonly listener: EndpointLinkListener } | null {
  if (cluster === null || nodes === null || sessionIds === null || store.cluster === null) return null;
  const { bus, elapsed, name } = cluster;
  const shared = { store: store.cluster.voiceEndpoints, bus, clock, log };
  const host = new EndpointHost({ ...shared, node: name, nodes, sessions: sessionIds });
  const listener = lifecycle.add('voice endpoints of this node', host);
  const isOwn = (id: string) => sessionIds.isOwn(id);
  const endpoint = lifecycle.add('voice endpoints', new SharedVoiceEndpoints({ ...shared, elapsed, isOwn }));
  return { endpoint, listener };
}
