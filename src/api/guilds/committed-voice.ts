import { applyChanges, type GuildChange } from '../../guilds/changes.js';
import type { GuildEvent } from '../../guilds/events.js';
import type { GuildState, GuildVoiceState } from '../../guilds/state.js';
import { leaveVoice } from '../../guilds/voice.js';
import type { Snowflake } from '../../protocol/snowflake.js';

/**
 * The committed voice states. The store of one process does not contain them: a guild that is loaded again after a failed commit
 * gets them from here. Where nodes share a store, it does (docs/adr/0048-gateway-sessions-on-any-node.md).
 */
export class CommittedVoice {
  readonly #byGuild = new Map<Snowflake, Map<Snowflake, GuildVoiceState>>();

  /** Guilds with members in voice. */
  guildIds(): Snowflake[] {
    return [...this.#byGuild.keys()];
  }

  /** Records committed changes of a guild. */
  keep(guildId: Snowflake, changes: readonly GuildChange[]): void {
    for (const change of changes) {
      if (change.kind === 'voice-state') this.#put(guildId, change.voiceState);
      if (change.kind === 'voice-state-removed') this.#remove(guildId, change.userId);
      if (change.kind === 'guild-removed') this.#byGuild.delete(guildId);
    }
  }

  /**
   * Restores voice states in a newly loaded guild. Members whose session, membership or channel has ended are removed.
   *
   * @returns the events of those removed
   */
  restore(guild: GuildState, isLive: (sessionId: string) => boolean): GuildEvent[] {
    const states = [...(this.#byGuild.get(guild.id)?.values() ?? [])];
    for (const state of states) guild.voiceStates.set(state.userId, state);
    const left = states
      .filter(({ userId, channelId, sessionId }) => {
        return !(guild.members.has(userId) && guild.channels.has(channelId) && isLive(sessionId));
      })
      .map(({ userId }) => leaveVoice(guild, userId));
    const changes = left.flatMap((one) => one.changes);
    applyChanges(guild, changes);
    this.keep(guild.id, changes);
    return left.flatMap(({ events }) => events);
  }

  /** The voice states that a guild was loaded with are the committed ones. */
  replace({ id, voiceStates }: GuildState): void {
    this.#byGuild.delete(id);
    for (const state of voiceStates.values()) this.#put(id, state);
  }

  /** The voice states of a guild are no longer those of this node. */
  forget(guildId: Snowflake): void {
    this.#byGuild.delete(guildId);
  }

  #put(guildId: Snowflake, state: GuildVoiceState): void {
    const states = this.#byGuild.get(guildId) ?? new Map<Snowflake, GuildVoiceState>();
    this.#byGuild.set(guildId, states.set(state.userId, state));
  }

  #remove(guildId: Snowflake, userId: Snowflake): void {
    const states = this.#byGuild.get(guildId);
    states?.delete(userId);
    if (states?.size === 0) this.#byGuild.delete(guildId);
  }
}
