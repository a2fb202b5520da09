import { Refusal } from '../../guilds/refusal.js';
import { updateVoiceState, type WantedVoiceState } from '../../guilds/rules/voice.js';
import type { GuildState, GuildVoiceState } from '../../guilds/state.js';
import type { Logger } from '../../platform/log.js';
import type { VoiceStateUpdate } from '../../protocol/gateway/commands.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { StoreError } from '../../store/errors.js';
import type { GuildChanges } from '../guilds/guild-changes.js';
import type { GuildRegistry } from '../guilds/guild-registry.js';
import type { Session } from './session.js';
import type { SessionChange } from './session-change.js';
import type { SessionIndex } from './session-index.js';

/** Makes the changes of guilds that sessions cause, wherever the guilds are changed. */
export interface SessionChanges {
  /** Makes a change now. @throws {Refusal | StoreError} */
  make(guild: GuildState, change: SessionChange): Promise<void>;
  /**
   * Makes a change that nobody else makes, as soon as it can be made.
   *
   * @param isDue asked before each attempt; false: the change is no longer wanted; null: that is not known now
   */
  ensure(guildId: Snowflake, change: SessionChange, isDue?: () => boolean | null): void;
}

export interface SessionEffectsOptions {
  /** the guilds as sessions see them */
  readonly guilds: Pick<GuildRegistry, 'decide' | 'find' | 'get'>;
  readonly changes: SessionChanges;
  readonly rules: Pick<GuildChanges, 'preview'>;
  readonly sessions: Pick<SessionIndex, 'ofUser'>;
  readonly log: Logger;
  /** a user joined the voice channel once more in which they are already, with the same session */
  rejoinedVoice(guild: GuildState, userId: Snowflake): void;
  /** whether a user has a session in another process */
  isConnectedElsewhere(userId: Snowflake): boolean;
  /** Ends the temporary memberships of a user who has no session in any process. */
  endTemporary(userId: Snowflake): void;
  /** Ends the temporary memberships of a user who has no session in any process after the time in which one can be resumed. */
  endUnlessReturned(userId: Snowflake): void;
}

/** A voice state and its guild. */
interface Joined {
  readonly guildId: Snowflake;
  readonly state: GuildVoiceState;
}

/** The changes of guilds that follow from what sessions do (docs/gateway.md, Voice states). */
export class SessionEffects {
  constructor(private readonly options: SessionEffectsOptions) {}

  /** Handles op 4. Disallowed changes are ignored, because the gateway has no reply for them. */
  async updateVoice(session: Session, d: VoiceStateUpdate): Promise<void> {
    const { guilds, log } = this.options;
    if (!session.guilds.has(d.guild_id)) return;
    if ((await guilds.get(d.guild_id)) === null || session.isOver) return;
    try {
      await guilds.decide(d.guild_id, async (guild) => {
        if (guild !== null) await this.#changeVoice(session, guild, d);
      });
    } catch (error) {
      if (error instanceof StoreError) log.warn({ err: error }, 'failed to change a voice state');
      else if (!(error instanceof Refusal)) throw error;
    }
    // What was asked for may have been carried out after the session had ended.
    if (session.isOver) this.#leave(session, d.guild_id);
  }

  /**
   * A voice state of a user here was changed. Sessions on several nodes can join in several guilds at once, before any of them
   * sees that of another: the latest state stays. No request ends that one, because each names the state that it ends.
   */
  settleVoice(sessions: Iterable<Session>, userId: Snowflake): void {
    const all = [...sessions];
    if (all.some(({ options }) => options.caller.kind !== 'person')) return;
    const joined = [...guildsOf(all)].flatMap((guildId) => {
      const state = this.#stateIn(guildId, userId);
      return state === undefined ? [] : { guildId, state };
    });
    const latest = joined.reduce<Joined | null>((last, each) => (isLater(each, last) ? each : last), null);
    for (const each of joined) {
      // A session itself leaves what it joined before.
      if (latest === null || each.state.sessionId === latest.state.sessionId) continue;
      this.#end(each.guildId, each.state);
    }
  }

  /** The session has ended: its user leaves the channels joined with it. */
  endVoiceOf(session: Session): void {
    for (const id of session.guildsInVoice) this.#leave(session, id);
  }

  /** The last session of a user has ended. */
  disconnected(userId: Snowflake): void {
    const { endTemporary, endUnlessReturned, isConnectedElsewhere } = this.options;
    // The other session may have ended, too, at the same moment.
    if (isConnectedElsewhere(userId)) endUnlessReturned(userId);
    else endTemporary(userId);
  }

  /** The last session of a user here was to be continued elsewhere, where the user may not have a session yet. */
  movedAway(userId: Snowflake): void {
    this.options.endUnlessReturned(userId);
  }

  async #changeVoice(session: Session, guild: GuildState, d: VoiceStateUpdate): Promise<void> {
    const { changes, rejoinedVoice, rules } = this.options;
    const { actor, kind } = session.options.caller;
    const wanted = toWantedVoiceState(session, d);
    // Checked before anything is left. A person can be in one voice channel; a bot in many guilds.
    rules.preview(updateVoiceState, { guild, actor }, wanted);
    if (kind === 'person' && wanted.channelId !== null) this.#leaveOthers(session, guild.id);
    const before = guild.voiceStates.get(session.userId);
    const after = this.#newestOf(session);
    // Also if the outcome is unknown.
    session.guildsInVoice.add(guild.id);
    await changes.make(guild, { kind: 'voice', actor, wanted, ...(after !== null && { after }) });
    if (wanted.channelId === null) session.guildsInVoice.delete(guild.id);
    if (before !== undefined && isSameVoiceState(before, wanted)) rejoinedVoice(guild, session.userId);
  }

  /** Guilds of other nodes may show late what this session joined, so it remembers them. */
  #leaveOthers(session: Session, guildId: Snowflake): void {
    const { userId } = session;
    for (const id of [...session.guildsInVoice]) if (id !== guildId) this.#leave(session, id);
    for (const id of guildsOf(this.options.sessions.ofUser(userId))) {
      if (id === guildId) continue;
      withGuild(this.options, id, ({ voiceStates }) => {
        const state = voiceStates.get(userId);
        if (state !== undefined && state.sessionId !== session.id) this.#end(id, state);
      });
    }
  }

  /** When a user last changed a voice state of theirs, with any session, as far as is known here; null: they have none. */
  #newestOf({ userId }: Session): number | null {
    const guildIds = guildsOf(this.options.sessions.ofUser(userId));
    const times = [...guildIds].flatMap((id) => this.#stateIn(id, userId)?.activeAt ?? []);
    return times.length === 0 ? null : Math.max(...times);
  }

  #stateIn(guildId: Snowflake, userId: Snowflake): GuildVoiceState | undefined {
    return this.options.guilds.find(guildId)?.voiceStates.get(userId);
  }

  #end(guildId: Snowflake, { activeAt: until, sessionId, userId }: GuildVoiceState): void {
    this.options.changes.ensure(guildId, { kind: 'voice-end', userId, sessionId, until });
  }

  #leave(session: Session, guildId: Snowflake): void {
    const { id, userId } = session;
    session.guildsInVoice.delete(guildId);
    this.options.changes.ensure(guildId, { kind: 'voice-end', userId, sessionId: id });
  }
}

/** The guilds that sessions have received: each shard has others. */
function guildsOf(sessions: Iterable<Session>): Set<Snowflake> {
  return new Set([...sessions].flatMap(({ guilds }) => [...guilds.keys()]));
}

/** The same on every node: equal times are decided by the ids of the guilds. */
function isLater({ guildId, state }: Joined, than: Joined | null): boolean {
  if (than === null || state.activeAt !== than.state.activeAt) {
    return state.activeAt > (than?.state.activeAt ?? Number.NEGATIVE_INFINITY);
  }
  return BigInt(guildId) > BigInt(than.guildId);
}

/** What a session asks for with op 4. */
function toWantedVoiceState(session: Pick<Session, 'id'>, d: VoiceStateUpdate): WantedVoiceState {
  return {
    channelId: d.channel_id ?? null,
    sessionId: session.id,
    selfMute: d.self_mute ?? false,
    selfDeaf: d.self_deaf ?? false,
  };
}

/** Whether a voice state already is as it is wanted. */
function isSameVoiceState(state: GuildVoiceState, wanted: WantedVoiceState): boolean {
  const { channelId, selfDeaf, selfMute, sessionId } = wanted;
  if (state.channelId !== channelId || state.sessionId !== sessionId) return false;
  return state.selfMute === selfMute && state.selfDeaf === selfDeaf;
}

export interface WithGuildOptions {
  readonly guilds: Pick<GuildRegistry, 'get'>;
  readonly log: Logger;
}

/** Uses a guild if it exists: synchronously if it is in memory. After a failed commit it is not. */
function withGuild({ guilds, log }: WithGuildOptions, id: Snowflake, use: (guild: GuildState) => void): void {
  const guild = guilds.get(id);
  if (guild instanceof Promise) {
    guild
      .then((loaded) => loaded && use(loaded))
      .catch((error: unknown) => log.warn({ err: error, guild: id }, 'failed to load a guild'));
  } else if (guild !== null) {
    use(guild);
  }
}
