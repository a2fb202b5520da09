import type { UserDirectory } from '../api/accounts/user-directory.js';
import { findUnreadiness } from '../api/compose/readiness.js';
import type {
  HubParts,
  OpenedHub,
  OpenProcess,
  ProcessOptions,
  SeparateVoiceEndpoints,
  ServiceProcess,
  ServiceState,
} from '../api/compose/service-process.js';
import type { GuildOwner } from '../api/core/guild-owner.js';
import type { GuildTasks } from '../api/core/guild-task.js';
import type { ClusterFigures } from '../api/core/service-observer.js';
import { GatewayHub } from '../api/gateway/hub.js';
import type { OtherNodes } from '../api/gateway/other-nodes.js';
import { SESSION_REQUEST } from '../api/gateway/session-change.js';
import type { SessionStatus } from '../api/gateway/session-options.js';
import type { Forwarding } from '../api/rest/operation-request.js';
import type { OperationRoutes } from '../api/rest/operation-routes.js';
import type { GuildTaskContext, OperationServices } from '../api/rest/operation-services.js';
import { UserError } from '../platform/errors.js';
import type { Lifecycle } from '../platform/lifecycle.js';
import type { Snowflake, SnowflakeFactory } from '../protocol/snowflake.js';
import type { ClusterStore } from '../store/cluster.js';
import type { Store } from '../store/store.js';
import { NodeOwner } from './guilds/node-owner.js';
import { LiveNodes } from './live-nodes.js';
import { type ApiCluster, type ClusterOptions, openCluster } from './open-cluster.js';
import { carryOutOperation } from './operations/carry-out-operation.js';
import { ClusterGuildTasks, TASK_REQUEST } from './operations/cluster-guild-tasks.js';
import { FORM_REQUEST, OPERATION_REQUEST, OperationForwarding } from './operations/operation-forwarding.js';
import type { SharedPresences } from './presences/shared-presences.js';
import { ArrivingSessions, CHANGES_KEPT_MS } from './sessions/arriving-sessions.js';
import { ClusterSessions } from './sessions/cluster-sessions.js';
import { LeavingSessions } from './sessions/leaving-sessions.js';
import { OwnedSessionChanges } from './sessions/owned-session-changes.js';
import { RecentChanges } from './sessions/recent-changes.js';
import { RecentJoins } from './sessions/recent-joins.js';
import { SessionHandover } from './sessions/session-handover.js';
import { SessionIds } from './sessions/session-ids.js';
import { VoiceOfGoneSessions } from './sessions/voice-of-gone-sessions.js';
import { SharedState } from './state/shared-state.js';
import { EndpointHost } from './voice/endpoint-host.js';
import { SharedVoiceEndpoints } from './voice/shared-voice-endpoints.js';

/** Followed guilds contain only what is stored, so nothing waits. */
const ALREADY_STORED: Pick<Store, 'settled'> = {
  async settled(listener) {
    listener?.committed?.();
  },
};

/** Makes a service one of several nodes over one store: the entry of this folder, which a single process never loads. */
export function joinCluster(options: ClusterOptions): OpenProcess {
  return async (process, lifecycle) => {
    const shared = process.store.cluster;
    if (shared === null) throw new UserError('nodes cannot share this store', 'Use a PostgreSQL database');
    const cluster = await openCluster(options, shared, process, lifecycle);
    const number = await shared.allotNumber(cluster.name);
    const { clock, log } = process;
    const nodes = lifecycle.add('nodes', new LiveNodes({ store: shared, clock, log }));
    return new ClusterProcess(process, { shared, cluster, number, nodes });
  };
}

/** What a process knows of the others. */
interface Joined {
  readonly shared: ClusterStore;
  readonly cluster: ApiCluster;
  readonly number: number;
  readonly nodes: LiveNodes;
}

/** One of several nodes over one store (docs/adr/0047-guilds-of-the-service-have-owners.md). */
class ClusterProcess implements ServiceProcess {
  readonly isShared = true;
  readonly number: number;
  readonly #sessionIds: SessionIds;

  constructor(
    private readonly options: ProcessOptions,
    private readonly joined: Joined,
  ) {
    const { cluster, nodes, number } = joined;
    this.number = number;
    this.#sessionIds = new SessionIds(cluster.name, options.sessions, nodes);
  }

  get eventsPassed(): ApiCluster['roundTrip'] {
    return this.joined.cluster.roundTrip;
  }

  createOwner(ids: SnowflakeFactory): GuildOwner {
    const { cluster, shared } = this.joined;
    const { bus, name: node } = cluster;
    return new NodeOwner({
      store: this.options.store.guilds,
      shared: shared.guilds,
      leases: cluster.node.leases,
      bus,
      node,
      ids,
      onLost: (listener) => void cluster.onLost(listener),
    });
  }

  loadsAccounts(users: UserDirectory): Pick<UserDirectory, 'load'> {
    return { load: (id) => users.refresh(id) };
  }

  createGuildTasks(context: () => GuildTaskContext): GuildTasks<GuildTaskContext> {
    const { cluster } = this.joined;
    const { keys, leases, requests } = cluster.node;
    const tasks = new ClusterGuildTasks({ keys, leases, requests, context });
    cluster.onRequest(TASK_REQUEST, (request) => tasks.carryOut(request));
    return tasks;
  }

  openVoiceEndpoints(lifecycle: Lifecycle): SeparateVoiceEndpoints {
    const { cluster, nodes, shared } = this.joined;
    const { clock, log } = this.options;
    const { bus, elapsed, name: node } = cluster;
    const sessions = this.#sessionIds;
    const options = { store: shared.voiceEndpoints, bus, clock, log };
    const host = new EndpointHost({ ...options, node, nodes, sessions });
    const listener = lifecycle.add('voice endpoints of this node', host);
    const isOwn = (id: string) => sessions.isOwn(id);
    const endpoint = lifecycle.add(
      'voice endpoints',
      new SharedVoiceEndpoints({ ...options, elapsed, isOwn }),
    );
    return { endpoint, listener };
  }

  openHub(
    { events, guilds, guildChanges: changes, replayLimits, users, voice }: HubParts,
    lifecycle: Lifecycle,
  ): OpenedHub {
    const { cluster, nodes, shared } = this.joined;
    const { clock, log, sessions, store } = this.options;
    const { elapsed, roundTrip } = cluster;
    const sessionIds = this.#sessionIds;
    const joined = new ClusterSessions(
      {
        cluster,
        nodes,
        store: shared,
        sessions,
        sessionIds,
        users,
        changes,
        memberships: store.guilds,
        voice,
        clock,
        log,
      },
      lifecycle,
    );
    const recent = new RecentChanges(elapsed, CHANGES_KEPT_MS);
    const hub = new GatewayHub({
      guilds: joined.guilds,
      effects: joined.effects,
      others: new HubPeers(joined.presences, recent, elapsed),
      sessions,
      store: ALREADY_STORED,
      clock,
      log,
      replayLimits,
    });
    joined.connect(hub, events);
    const owned = new OwnedSessionChanges(guilds, changes);
    cluster.onRequest(SESSION_REQUEST, (request) => owned.carryOut(request));
    const ended = { nodes, guilds, changes, sessions: sessionIds, log };
    lifecycle.add('voice of ended nodes', new VoiceOfGoneSessions(ended));
    const createSessionId = () => sessionIds.create();
    const moving = {
      hub,
      sessions,
      guilds: joined.guilds,
      recent,
      store: shared,
      roundTrip,
      clock,
      elapsed,
      log,
    };
    const leaving = { ...moving, store: shared.movedSessions };
    const handover = new SessionHandover({ ...leaving, bus: cluster.bus, ids: sessionIds });
    lifecycle.add('sessions for other nodes', handover);
    return {
      hub,
      guilds: joined.guilds,
      createSessionId,
      remoteSessions: new ArrivingSessions({
        ...moving,
        createSessionId,
        memberships: store.guilds,
        handover,
      }),
      leaving: new LeavingSessions(leaving),
    };
  }

  shareState({ services, versions, ...state }: ServiceState, lifecycle: Lifecycle): void {
    const { clock, log, sessions, store } = this.options;
    const { activityRequests, authentication, guests, sessionStarts, twoFactor, users } = services;
    const counters = {
      'activity-requests': activityRequests.counter,
      'guest-accounts': guests.quotas.counter,
      'session-starts': sessionStarts.counter,
      'wrong-codes': twoFactor.attempts.counter,
    };
    const { cluster } = this.joined;
    const options = {
      ...state,
      cluster,
      authentication,
      users,
      sessions,
      store,
      counters,
      clock,
      log,
      versions: [...new Set(versions.values())],
    };
    // Stops before the bus.
    lifecycle.add('shared state', new SharedState(options));
  }

  createForwarding(services: OperationServices, routes: OperationRoutes): Forwarding {
    const { cluster } = this.joined;
    const { authentication, guilds, log, privateChannels, uploads } = services;
    const carryOut = carryOutOperation({ routes, authentication, services, log });
    cluster.onRequest(OPERATION_REQUEST, carryOut);
    cluster.onRequest(FORM_REQUEST, carryOut);
    const { keys, leases, requests } = cluster.node;
    const { roundTrip } = cluster;
    const store = this.options.store.guilds;
    return new OperationForwarding({
      keys,
      leases,
      requests,
      roundTrip,
      guilds,
      privateChannels,
      uploads,
      store,
    });
  }

  findUnreadiness(): Promise<string | null> {
    return findUnreadiness(this.options.store, this.joined.cluster.name);
  }

  figures(): ClusterFigures {
    const { cluster } = this.joined;
    return {
      ownedGuilds: cluster.node.leases.size,
      ...cluster.node.feeds.figures(),
      isBusConnected: cluster.bus.isConnected,
      refusedMessages: cluster.refusedMessages(),
      clockAhead: cluster.clockAhead() / 1000,
    };
  }
}

/** The other nodes, as the hub of this one uses them. */
class HubPeers implements OtherNodes {
  readonly #joins: RecentJoins;

  constructor(
    private readonly presences: SharedPresences,
    private readonly recent: RecentChanges,
    elapsed: () => number,
  ) {
    this.#joins = new RecentJoins(elapsed);
  }

  statusOf(userId: Snowflake, own: SessionStatus | null): SessionStatus | null {
    return this.presences.statusOf(userId, own);
  }

  publish(userId: Snowflake, status: SessionStatus | null, guildIds: readonly Snowflake[]): void {
    this.presences.publish(userId, status, guildIds);
  }

  joinedLately(userId: Snowflake): readonly Snowflake[] {
    return this.#joins.ofUser(userId);
  }

  joined(userId: Snowflake, guildId: Snowflake): void {
    this.#joins.add(userId, guildId);
  }

  presenceChanged(userId: Snowflake): void {
    this.recent.presences.add(userId);
  }

  privateEvent(userId: Snowflake): void {
    this.recent.privateEvents.add(userId);
  }

  applicationsChanged(): void {
    this.recent.applicationsChanged();
  }
}
