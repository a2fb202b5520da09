import type { GuildState } from '../../guilds/state.js';
import type { Clock } from '../../platform/clock.js';
import type { Lifecycle } from '../../platform/lifecycle.js';
import type { Logger } from '../../platform/log.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { ClusterStore } from '../../store/cluster.js';
import type { UserDirectory } from '../accounts/user-directory.js';
import type { EventBus } from '../event-bus.js';
import type { GatewayHub } from '../gateway/hub.js';
import type { SessionIndex } from '../gateway/session-index.js';
import type { GuildChanges } from '../guilds/guild-changes.js';
import type { VoiceAdmission } from '../voice/voice-admission.js';
import { FollowedGuilds } from './followed-guilds.js';
import { ForwardedSessionChanges } from './forwarded-session-changes.js';
import { JoinedGuilds } from './joined-guilds.js';
import type { LiveNodes } from './live-nodes.js';
import type { ApiCluster } from './open-cluster.js';
import { SharedPresences } from './shared-presences.js';
import { TypingMessages } from './typing-messages.js';

export interface ClusterSessionsOptions {
  readonly cluster: ApiCluster;
  readonly nodes: LiveNodes;
  readonly store: ClusterStore;
  readonly sessions: SessionIndex;
  readonly users: UserDirectory;
  readonly changes: Pick<GuildChanges, 'preview'>;
  readonly voice: Pick<VoiceAdmission, 'guildEvents' | 'rejoin'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** What the sessions of this node need of the other nodes (docs/adr/0080-gateway-sessions-on-any-node.md). */
export class ClusterSessions {
  readonly guilds: FollowedGuilds;
  readonly effects: ForwardedSessionChanges;
  readonly presences: SharedPresences;
  readonly #typing: TypingMessages;

  constructor(
    private readonly options: ClusterSessionsOptions,
    private readonly lifecycle: Lifecycle,
  ) {
    const { changes, clock, cluster, log, nodes, sessions, store, users, voice } = options;
    const { bus, name, node } = cluster;
    this.#typing = new TypingMessages(bus);
    this.guilds = lifecycle.add(
      'followed guilds',
      new FollowedGuilds({
        ...{ store: store.guilds, feeds: node.feeds, typing: this.#typing, users, clock, log },
        hasSessions: (guildId) => sessions.ofGuild(guildId) !== undefined,
      }),
    );
    this.presences = lifecycle.add('presences', new SharedPresences({ bus, node: name, clock }));
    this.effects = lifecycle.add(
      'changes of sessions',
      new ForwardedSessionChanges({
        ...{ guilds: this.guilds, requests: node.requests, changes, clock, log },
        rejoinedVoice: (guild, userId) => voice.rejoin(guild, userId),
        isConnectedElsewhere: (userId) => this.presences.statusOf(userId) !== null,
      }),
    );
    nodes.on('looked', () => this.presences.forget((each) => nodes.isGone(each)));
  }

  /** Sends what happens in the cluster to the sessions of the hub. */
  connect(hub: GatewayHub, events: EventBus): void {
    const { cluster, voice } = this.options;
    this.guilds.listen({
      changed(guild, changed) {
        hub.guildEvents(guild, changed);
        voice.guildEvents(guild, changed);
      },
      expired: (guildId) => hub.guildReloaded(guildId),
    });
    this.presences.listen((userId, guildIds) =>
      hub.presenceElsewhere(userId, guildIds ?? this.#guildsOf(userId)),
    );
    const joined = this.lifecycle.add(
      'joined guilds',
      new JoinedGuilds({
        bus: cluster.bus,
        node: cluster.name,
        joined: (guildId, userId) => hub.guildJoined(guildId, userId),
      }),
    );
    events.subscribe({
      ...hub.withoutGuilds(),
      guildEvents: (guild: GuildState, decided) => {
        joined.guildEvents(guild, decided);
        this.#typing.publish(guild.id, decided);
      },
    });
  }

  #guildsOf(userId: Snowflake): Snowflake[] {
    return [...this.guilds.all()].filter(({ members }) => members.has(userId)).map(({ id }) => id);
  }
}
