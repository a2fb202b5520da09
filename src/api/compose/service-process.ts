import type { Clock } from '../../platform/clock.js';
import { createSecret } from '../../platform/crypto/secrets.js';
import type { Component, Lifecycle } from '../../platform/lifecycle.js';
import type { Logger } from '../../platform/log.js';
import type { SnowflakeFactory } from '../../protocol/snowflake.js';
import type { Store } from '../../store/store.js';
import type { LastActivity } from '../accounts/last-activity.js';
import type { UserDirectory } from '../accounts/user-directory.js';
import type { EventBus } from '../core/event-bus.js';
import { type GuildOwner, SoleOwner } from '../core/guild-owner.js';
import type { GuildTasks } from '../core/guild-task.js';
import type { RateLimiter } from '../core/http/rate-limiter.js';
import type { ClusterFigures, ServiceObserver } from '../core/service-observer.js';
import type { VoiceEndpoint } from '../core/voice-endpoint.js';
import { AbsentTemporaryMembers } from '../gateway/absent-temporary-members.js';
import { GatewayHub } from '../gateway/hub.js';
import { LocalSessionChanges } from '../gateway/local-session-changes.js';
import { NO_OTHER_NODES, type RemoteSessions } from '../gateway/other-nodes.js';
import type { ReplayLimits } from '../gateway/replay-limits.js';
import { SessionEffects } from '../gateway/session-effects.js';
import type { SessionIndex } from '../gateway/session-index.js';
import type { VoiceAdmission } from '../gateway/voice-admission.js';
import type { GuildRegistry } from '../guilds/guild-registry.js';
import type { EventsPassed } from '../private-channels/private-channel-registry.js';
import { CARRIED_OUT_HERE, type Forwarding } from '../rest/operation-request.js';
import type { OperationRoutes } from '../rest/operation-routes.js';
import type { GuildTaskContext, OperationServices } from '../rest/operation-services.js';
import type { ApiVersion } from '../versions/version.js';
import type { EndpointLinkListener } from '../voice/remote/endpoint-link.js';
import { RemoteVoiceEndpoints } from '../voice/remote/remote-voice-endpoints.js';
import { findUnreadiness } from './readiness.js';

/** What there is of a service when it learns whether others share its store. */
export interface ProcessOptions {
  readonly store: Store;
  /** the sessions of this process */
  readonly sessions: SessionIndex;
  readonly observer: ServiceObserver | null;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Begins a process of the service on its store. @throws {UserError} it cannot share the store */
export type OpenProcess = (options: ProcessOptions, lifecycle: Lifecycle) => Promise<ServiceProcess>;

/** What the hub of a process is made of. */
export interface HubParts extends Pick<OperationServices, 'guilds' | 'guildChanges' | 'users'> {
  readonly events: EventBus;
  readonly voice: VoiceAdmission;
  readonly replayLimits: ReplayLimits;
}

/** The sessions of a process, and what they see. */
export interface OpenedHub {
  readonly hub: GatewayHub;
  /** the guilds as sessions see them */
  readonly guilds: Pick<GuildRegistry, 'get' | 'isStored' | 'read'>;
  /** A new id of a session, which nobody can guess. */
  createSessionId(): string;
  /** sessions that clients resume here after they were at another process */
  readonly remoteSessions: RemoteSessions;
  /** what has to be done with sessions before their connections are closed; it does it when it stops */
  readonly leaving: Component;
}

/** What of a service concerns all processes, apart from guilds. */
export interface ServiceState {
  readonly activity: LastActivity;
  readonly events: EventBus;
  readonly services: OperationServices;
  readonly hub: GatewayHub;
  readonly rateLimiter: RateLimiter;
  readonly versions: ReadonlyMap<string, ApiVersion>;
}

/** Voice endpoints that run alone, and what their links tell. */
export interface SeparateVoiceEndpoints {
  readonly endpoint: VoiceEndpoint;
  readonly listener: EndpointLinkListener;
}

/**
 * A process among those that share a store: the only one (`SoleProcess`), or one of several nodes (`src/cluster/`). Everything that
 * differs between them is here; the rest of the service does not ask.
 */
export interface ServiceProcess {
  /** in the ids that it creates; no other process uses it meanwhile */
  readonly number: number;
  /** whether other processes use the store, and the folder of attachments, too */
  readonly isShared: boolean;
  createOwner(ids: SnowflakeFactory): GuildOwner;
  /** Loads accounts as they are stored now. */
  loadsAccounts(users: UserDirectory): Pick<UserDirectory, 'load'>;
  /** waits for events of private channels; null: no other process changes private channels */
  readonly eventsPassed: EventsPassed | null;
  /** @param context what tasks work with here; called for each task */
  createGuildTasks(context: () => GuildTaskContext): GuildTasks<GuildTaskContext>;
  openVoiceEndpoints(lifecycle: Lifecycle): SeparateVoiceEndpoints;
  openHub(parts: HubParts, lifecycle: Lifecycle): OpenedHub;
  /** Keeps the state the same in all processes. */
  shareState(state: ServiceState, lifecycle: Lifecycle): void;
  createForwarding(services: OperationServices, routes: OperationRoutes): Forwarding;
  /** Why requests cannot be carried out at the moment; null: they can. */
  findUnreadiness(): Promise<string | null>;
  /** What it knows of the others; null: there are none. */
  figures(): ClusterFigures | null;
}

/** The only process of a store. */
export class SoleProcess implements ServiceProcess {
  readonly number = 0;
  readonly isShared = false;
  readonly eventsPassed = null;

  constructor(private readonly options: ProcessOptions) {}

  createOwner(): GuildOwner {
    return new SoleOwner(this.options.store.guilds);
  }

  loadsAccounts(users: UserDirectory): UserDirectory {
    return users;
  }

  createGuildTasks(context: () => GuildTaskContext): GuildTasks<GuildTaskContext> {
    return { run: (task, guildId, input) => task.run(context(), guildId, input) };
  }

  openVoiceEndpoints(): SeparateVoiceEndpoints {
    const { clock, log } = this.options;
    const endpoint = new RemoteVoiceEndpoints(clock, log);
    return { endpoint, listener: endpoint };
  }

  openHub(parts: HubParts, lifecycle: Lifecycle): OpenedHub {
    const { clock, log, sessions, store } = this.options;
    const { events, guilds, guildChanges, replayLimits, voice } = parts;
    const local = new LocalSessionChanges({ guilds, changes: guildChanges, clock, log });
    const changes = lifecycle.add('changes of sessions', local);
    const isGone = (userId: string) => sessions.ofUser(userId).size === 0;
    const options = { store: store.guilds, changes, clock, log, isGone, knowsAll: () => true };
    const temporary = lifecycle.add('temporary members', new AbsentTemporaryMembers(options));
    temporary.lookThroughOnce();
    const effects = new SessionEffects({
      guilds,
      changes,
      rules: guildChanges,
      rejoinedVoice: voice.rejoin.bind(voice),
      log,
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
      others: NO_OTHER_NODES,
      replayLimits,
      clock,
      log,
    });
    for (const subscriber of [hub, voice, temporary]) events.subscribe(subscriber);
    return {
      hub,
      guilds,
      createSessionId: createSecret,
      remoteSessions: { continueHere: async () => null },
      leaving: { async stop() {} },
    };
  }

  shareState(): void {}

  createForwarding(): Forwarding {
    return CARRIED_OUT_HERE;
  }

  findUnreadiness(): Promise<string | null> {
    return findUnreadiness(this.options.store, null);
  }

  figures(): null {
    return null;
  }
}
