import type { Component, Lifecycle } from '../../platform/lifecycle.js';
import { createSecret } from '../../platform/secrets.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { ArrivingSessions, CHANGES_KEPT_MS } from '../cluster/arriving-sessions.js';
import { ClusterSessions } from '../cluster/cluster-sessions.js';
import { LeavingSessions } from '../cluster/leaving-sessions.js';
import { OwnedSessionChanges } from '../cluster/owned-session-changes.js';
import { SessionHandover } from '../cluster/session-handover.js';
import { VoiceOfGoneSessions } from '../cluster/voice-of-gone-sessions.js';
import { AbsentTemporaryMembers } from '../gateway/absent-temporary-members.js';
import { GatewayHub } from '../gateway/hub.js';
import { LocalSessionChanges } from '../gateway/local-session-changes.js';
import { RecentChanges } from '../gateway/recent-changes.js';
import { RecentJoins } from '../gateway/recent-joins.js';
import type { ReplayLimits } from '../gateway/replay-limits.js';
import { SESSION_REQUEST } from '../gateway/session-change.js';
import { SessionEffects } from '../gateway/session-effects.js';
import type { SessionsElsewhere } from '../gateway/sessions-elsewhere.js';
import type { VoiceAdmission } from '../gateway/voice-admission.js';
import type { GuildRegistry } from '../guilds/guild-registry.js';
import type { OperationServices } from '../rest/operation-services.js';
import type { ApiOptions } from './api-options.js';
import type { Foundation } from './open-foundation.js';

/** The sessions of this process, and what they see. */
export interface OpenedHub {
  readonly hub: GatewayHub;
  /** the guilds as sessions see them */
  readonly guilds: Pick<GuildRegistry, 'get' | 'isStored' | 'read'>;
  /** A new id of a session, which nobody can guess. */
  createSessionId(): string;
  /** what lets sessions move between nodes; null: this process is the only one */
  readonly moves: SessionMoves | null;
}

/** Sessions that move to and from other nodes. */
export interface SessionMoves {
  readonly arriving: SessionsElsewhere;
  /** stores the sessions when it stops */
  readonly leaving: Component;
}

type HubServices = Pick<OperationServices, 'guilds' | 'guildChanges' | 'users'> & {
  readonly voice: VoiceAdmission;
  readonly replayLimits: ReplayLimits;
};

/** Makes the hub, which receives the events of guilds from this process or, in a cluster, from their entries. */
export function openHub(
  foundation: Foundation,
  { guilds, guildChanges, users, voice, replayLimits }: HubServices,
  { clock, log }: ApiOptions,
  lifecycle: Lifecycle,
): OpenedHub {
  const { cluster, events, nodes, sessionIds, sessions, store } = foundation;
  if (cluster === null || nodes === null || sessionIds === null || store.cluster === null) {
    const local = new LocalSessionChanges({ guilds, changes: guildChanges, clock, log });
    const changes = lifecycle.add('changes of sessions', local);
    const isGone = (userId: Snowflake) => sessions.ofUser(userId).size === 0;
    const options = { store: store.guilds, changes, clock, log, isGone, knowsAll: () => true };
    const temporary = lifecycle.add('temporary members', new AbsentTemporaryMembers(options));
    temporary.lookThroughOnce();
    const effects = new SessionEffects({
      ...{ guilds, changes },
      ...{ rules: guildChanges, rejoinedVoice: voice.rejoin.bind(voice), log },
      sessions,
      isConnectedElsewhere: () => false,
      endTemporary: (userId) => temporary.endNow(userId),
      endUnlessReturned: (userId) => temporary.endUnlessReturned([userId]),
    });
    const hub = new GatewayHub({
      guilds,
      effects,
      sessions,
      store,
      elsewhere: null,
      recent: null,
      joins: null,
      clock,
      log,
    });
    for (const subscriber of [hub, voice, temporary]) events.subscribe(subscriber);
    return { hub, guilds, createSessionId: createSecret, moves: null };
  }
  const shared = new ClusterSessions(
    {
      ...{ cluster, nodes, store: store.cluster, sessions, sessionIds, users, changes: guildChanges },
      ...{ memberships: store.guilds, voice, clock, log },
    },
    lifecycle,
  );
  const recent = new RecentChanges(cluster.elapsed, CHANGES_KEPT_MS);
  const hub = new GatewayHub({
    ...{ recent, guilds: shared.guilds, effects: shared.effects, elsewhere: shared.presences },
    joins: new RecentJoins(cluster.elapsed),
    ...{ sessions, store: ALREADY_STORED, clock, log },
  });
  shared.connect(hub, events);
  const owned = new OwnedSessionChanges(guilds, guildChanges);
  cluster.onRequest(SESSION_REQUEST, (request) => owned.carryOut(request));
  const ended = { nodes, guilds, changes: guildChanges, sessions: sessionIds, log };
  lifecycle.add('voice of ended nodes', new VoiceOfGoneSessions(ended));
  const createSessionId = () => sessionIds.create();
  const moving = {
    hub,
    sessions,
    guilds: shared.guilds,
    recent,
    store: store.cluster,
    roundTrip: cluster.roundTrip,
    clock,
    elapsed: cluster.elapsed,
    log,
  };
  const leaving = { ...moving, store: store.cluster.movedSessions };
  const handover = new SessionHandover({ ...leaving, bus: cluster.bus, ids: sessionIds });
  lifecycle.add('sessions for other nodes', handover);
  const moves = {
    arriving: new ArrivingSessions({
      ...{ ...moving, createSessionId, memberships: store.guilds, replayLimits, handover },
    }),
    leaving: new LeavingSessions(leaving),
  };
  return { hub, guilds: shared.guilds, createSessionId, moves };
}

/** Followed guilds contain only what is stored, so nothing waits. */
const ALREADY_STORED: Pick<Foundation['store'], 'settled'> = {
  async settled(listener) {
    listener?.committed?.();
  },
};
