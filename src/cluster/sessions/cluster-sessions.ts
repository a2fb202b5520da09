import type { UserDirectory } from '../../api/accounts/user-directory.js';
import type { EventBus } from '../../api/core/event-bus.js';
import { AbsentTemporaryMembers } from '../../api/gateway/absent-temporary-members.js';
import type { GatewayHub } from '../../api/gateway/hub.js';
import { SessionEffects } from '../../api/gateway/session-effects.js';
import type { SessionIndex } from '../../api/gateway/session-index.js';
import type { VoiceAdmission } from '../../api/gateway/voice-admission.js';
import type { GuildChanges } from '../../api/guilds/guild-changes.js';
import type { SessionLiveness } from '../../api/guilds/guild-registry.js';
import type { GuildAsDecided } from '../../guilds/state.js';
import type { Clock } from '../../platform/clock.js';
import type { Lifecycle } from '../../platform/lifecycle.js';
import type { Logger } from '../../platform/log.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { ClusterStore } from '../../store/cluster.js';
import type { GuildStore } from '../../store/guilds.js';
import { FollowedGuilds } from '../guilds/followed-guilds.js';
import { TypingMessages } from '../guilds/typing-messages.js';
import type { LiveNodes } from '../live-nodes.js';
import type { ApiCluster } from '../open-cluster.js';
import { SharedPresences } from '../presences/shared-presences.js';
import { ForwardedSessionChanges } from './forwarded-session-changes.js';
import { JoinedGuilds } from './joined-guilds.js';
import { VoiceOfUnownedGuilds } from './voice-of-unowned-guilds.js';

export interface ClusterSessionsOptions {
  readonly cluster: ApiCluster;
  readonly nodes: LiveNodes;
  readonly store: ClusterStore;
  readonly memberships: Pick<GuildStore, 'someTemporaryMemberships' | 'temporaryMemberships'>;
  readonly sessions: SessionIndex;
  /** the sessions of all nodes */
  readonly sessionIds: SessionLiveness;
  readonly users: UserDirectory;
  readonly changes: Pick<GuildChanges, 'preview'>;
  readonly voice: Pick<VoiceAdmission, 'guildEvents' | 'rejoin'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** What the sessions of this node need of the other nodes (docs/adr/0048-gateway-sessions-on-any-node.md). */
export class ClusterSessions {
  readonly guilds: FollowedGuilds;
  readonly effects: SessionEffects;
  readonly presences: SharedPresences;
  readonly #temporary: AbsentTemporaryMembers;
  readonly #typing: TypingMessages;

  constructor(
    private readonly options: ClusterSessionsOptions,
    private readonly lifecycle: Lifecycle,
  ) {
    const { changes, clock, cluster, log, memberships, nodes, sessionIds, sessions, store, users, voice } =
      options;
    const { bus, name, node } = cluster;
    this.#typing = new TypingMessages(bus);
    this.guilds = lifecycle.add(
      'followed guilds',
      new FollowedGuilds({
        store: store.guilds,
        feeds: node.feeds,
        typing: this.#typing,
        users,
        clock,
        log,
        hasSessions: (guildId) => sessions.ofGuild(guildId) !== undefined,
      }),
    );
    this.presences = lifecycle.add('presences', new SharedPresences({ bus, node: name, clock }));
    const isGone = (userId: Snowflake) => {
      if (sessions.ofUser(userId).size > 0) return false;
      if (!this.presences.areCurrent || !this.presences.knowsAllOf(nodes.names)) return null;
      return !this.presences.isConnectedElsewhere(userId);
    };
    const forwarded = new ForwardedSessionChanges(node.requests, node.keys, clock, log);
    this.effects = new SessionEffects({
      guilds: this.guilds,
      changes: lifecycle.add('changes of sessions', forwarded),
      rules: changes,
      sessions,
      log,
      rejoinedVoice: (guild, userId) => voice.rejoin(guild, userId),
      isConnectedElsewhere: (userId) => this.presences.isConnectedElsewhere(userId),
      endTemporary: (userId) => this.#temporary.endNow(userId),
      endUnlessReturned: (userId) => this.#temporary.endUnlessReturned([userId]),
    });
    this.#temporary = new AbsentTemporaryMembers({
      store: memberships,
      changes: forwarded,
      clock,
      log,
      isGone,
      knowsAll: () => this.presences.knowsAllOf(nodes.names),
    });
    lifecycle.add('temporary members', this.#temporary);
    nodes.on('read', () => {
      this.#temporary.endUnlessReturned(this.presences.forget((each) => nodes.isGone(each)));
      this.#temporary.lookThroughOnce();
    });
    lifecycle.add(
      'voice of unowned guilds',
      new VoiceOfUnownedGuilds({ nodes, guilds: this.guilds, changes: forwarded, sessions: sessionIds }),
    );
  }

  /** Sends what happens in the cluster to the sessions of the hub. */
  connect(hub: GatewayHub, events: EventBus): void {
    const { cluster, sessions, voice } = this.options;
    this.guilds.listen({
      changed: (guild, changed) => {
        hub.guildEvents(guild, changed);
        voice.guildEvents(guild, changed);
        for (const event of changed) {
          if (event.type !== 'voiceStateUpdated' || event.voice.channelId === null) continue;
          const { userId } = event.voice;
          this.effects.settleVoice(sessions.ofUser(userId), userId);
        }
      },
      expired: (guildId) => hub.guildReloaded(guildId),
    });
    this.presences.listen({
      changed: (userId, guildIds) => hub.presenceElsewhere(userId, guildIds),
      manyChanged: (userIds) => hub.presencesElsewhere(userIds, this.guilds.all()),
    });
    const joined = this.lifecycle.add(
      'joined guilds',
      new JoinedGuilds({
        bus: cluster.bus,
        node: cluster.name,
        // Other members see the presence of the user with the entry.
        joined: (guildId, userId) => hub.deliverJoined(guildId, userId),
      }),
    );
    events.subscribe({
      ...hub.withoutGuilds(),
      guildEvents: (guild: GuildAsDecided, decided) => {
        joined.guildEvents(guild, decided);
        this.#temporary.guildEvents(guild, decided);
        this.#typing.publish(guild.id, decided);
      },
    });
  }
}
