import type { Lifecycle } from '../../platform/lifecycle.js';
import { createSecret } from '../../platform/secrets.js';
import type { ApiOptions } from '../api-options.js';
import { ClusterSessions } from '../cluster/cluster-sessions.js';
import { OwnedSessionChanges } from '../cluster/owned-session-changes.js';
import { SESSION_REQUEST } from '../cluster/session-change.js';
import { VoiceOfGoneSessions } from '../cluster/voice-of-gone-sessions.js';
import type { GuildRegistry } from '../guilds/guild-registry.js';
import type { Foundation } from '../open-foundation.js';
import type { OperationServices } from '../rest/operation-services.js';
import type { VoiceAdmission } from '../voice/voice-admission.js';
import { GatewayHub } from './hub.js';
import { localSessionEffects } from './session-effects.js';

/** The sessions of this process, and what they see. */
export interface OpenedHub {
  readonly hub: GatewayHub;
  /** the guilds as sessions see them */
  readonly guilds: Pick<GuildRegistry, 'get'>;
  /** A new id of a session, which nobody can guess. */
  createSessionId(): string;
}

type HubServices = Pick<OperationServices, 'guilds' | 'guildChanges' | 'users'> & {
  readonly voice: VoiceAdmission;
};

/** Makes the hub, which receives the events of guilds from this process or, in a cluster, from their entries. */
export function openHub(
  foundation: Foundation,
  { guilds, guildChanges, users, voice }: HubServices,
  { clock, log }: ApiOptions,
  lifecycle: Lifecycle,
): OpenedHub {
  const { cluster, events, nodes, sessionIds, sessions, store } = foundation;
  if (cluster === null || nodes === null || sessionIds === null || store.cluster === null) {
    const rejoinedVoice = voice.rejoin.bind(voice);
    const effects = localSessionEffects({ guilds, changes: guildChanges, rejoinedVoice, log });
    const hub = new GatewayHub({ guilds, effects, sessions, store, elsewhere: null, clock, log });
    events.subscribe(hub);
    events.subscribe(voice);
    return { hub, guilds, createSessionId: createSecret };
  }
  const shared = new ClusterSessions(
    { cluster, nodes, store: store.cluster, sessions, users, changes: guildChanges, voice, clock, log },
    lifecycle,
  );
  const hub = new GatewayHub({
    ...{ guilds: shared.guilds, effects: shared.effects, elsewhere: shared.presences },
    ...{ sessions, store: ALREADY_STORED, clock, log },
  });
  shared.connect(hub, events);
  const owned = new OwnedSessionChanges(guilds, guildChanges);
  cluster.onRequest(SESSION_REQUEST, (request) => owned.carryOut(request));
  const ended = { nodes, guilds, changes: guildChanges, sessions: sessionIds, log };
  lifecycle.add('voice of ended nodes', new VoiceOfGoneSessions(ended));
  return { hub, guilds: shared.guilds, createSessionId: () => sessionIds.create() };
}

/** Followed guilds contain only what is stored, so nothing waits. */
const ALREADY_STORED: Pick<Foundation['store'], 'settled'> = {
  async settled(listener) {
    listener?.committed?.();
  },
};
