import { GuildAbsentError } from '../../cluster/requests/request-errors.js';
import type { RequestRouter } from '../../cluster/requests/request-router.js';
import { Refusal } from '../../guilds/refusal.js';
import { updateVoiceState } from '../../guilds/rules/update-voice-state.js';
import type { GuildState } from '../../guilds/state.js';
import type { Clock } from '../../platform/clock.js';
import type { Component } from '../../platform/lifecycle.js';
import type { Logger } from '../../platform/log.js';
import { sleep } from '../../platform/promises.js';
import { createSecret } from '../../platform/secrets.js';
import type { VoiceStateUpdate } from '../../protocol/gateway/commands.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { StoreError } from '../../store/errors.js';
import type { Session } from '../gateway/session.js';
import type { SessionEffects } from '../gateway/session-effects.js';
import { isSameVoiceState, toWantedVoiceState } from '../gateway/wanted-voice-state.js';
import type { GuildChanges } from '../guilds/guild-changes.js';
import type { FollowedGuilds } from './followed-guilds.js';
import { encodeSessionChange, type SessionChange } from './session-change.js';

/** How long a request to the owner of a guild may take, in milliseconds: longer than a lease. */
const REQUEST_MS = 10_000;
/** The pause before a change that has to be made is tried again, in milliseconds. */
const AGAIN_MS = 5_000;

export interface ForwardedSessionChangesOptions {
  readonly guilds: Pick<FollowedGuilds, 'get' | 'find'>;
  readonly requests: Pick<RequestRouter, 'run'>;
  readonly changes: Pick<GuildChanges, 'preview'>;
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Logger;
  /** a user joined the voice channel once more in which they are already, with the same session */
  rejoinedVoice(guild: GuildState, userId: Snowflake): void;
  /** whether a user has a session on another node */
  isConnectedElsewhere(userId: Snowflake): boolean;
}

/** Makes the changes that follow from what sessions of this node do by requests to the owners of the guilds. */
export class ForwardedSessionChanges implements SessionEffects, Component {
  #isStopped = false;

  constructor(private readonly options: ForwardedSessionChangesOptions) {}

  async updateVoice(session: Session, d: VoiceStateUpdate): Promise<void> {
    const { guilds, log } = this.options;
    if (!session.guilds.has(d.guild_id)) return;
    const guild = await guilds.get(d.guild_id);
    if (guild === null || session.isOver) return;
    try {
      await this.#changeVoice(session, guild, d);
    } catch (error) {
      if (error instanceof StoreError) log.warn({ err: error }, 'failed to change a voice state');
      else if (!(error instanceof Refusal)) throw error;
    }
    // What was requested may have been carried out after the session had ended.
    if (session.isOver) this.#endVoice(session, d.guild_id);
  }

  endVoiceOf(session: Session): void {
    for (const id of session.guilds.keys()) {
      if (this.#voiceIn(id, session.userId)?.sessionId === session.id) this.#endVoice(session, id);
    }
  }

  disconnected(userId: Snowflake, guildIds: Iterable<Snowflake>): void {
    if (this.options.isConnectedElsewhere(userId)) return;
    for (const id of guildIds) {
      const isTemporary = this.options.guilds.find(id)?.temporaryMembers.has(userId) ?? false;
      if (isTemporary) void this.#requestUntilDone(id, { kind: 'temporary-end', userId });
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
  }

  async #changeVoice(session: Session, guild: GuildState, d: VoiceStateUpdate): Promise<void> {
    const { changes, rejoinedVoice } = this.options;
    const { userId } = session;
    const { actor, kind } = session.options.caller;
    const wanted = toWantedVoiceState(session, d);
    // Checked before anything is left. A person can be in one voice channel; a bot in many guilds.
    changes.preview(updateVoiceState, { guild, actor }, wanted);
    if (kind === 'person' && wanted.channelId !== null) {
      for (const id of session.guilds.keys()) {
        if (id === guild.id || this.#voiceIn(id, userId) === undefined) continue;
        void this.#requestUntilDone(id, { kind: 'voice-end', userId, sessionId: null });
      }
    }
    const before = guild.voiceStates.get(userId);
    await this.#request(guild.id, { kind: 'voice', actor, wanted });
    if (before !== undefined && isSameVoiceState(before, wanted)) rejoinedVoice(guild, userId);
  }

  #endVoice({ id, userId }: Session, guildId: Snowflake): void {
    void this.#requestUntilDone(guildId, { kind: 'voice-end', userId, sessionId: id });
  }

  #voiceIn(guildId: Snowflake, userId: Snowflake) {
    return this.options.guilds.find(guildId)?.voiceStates.get(userId);
  }

  async #request(guildId: Snowflake, change: SessionChange): Promise<void> {
    const text = encodeSessionChange(change);
    await this.options.requests.run({ guildId, key: createSecret(), text }, REQUEST_MS);
  }

  /** Nobody else makes the change; without it a user would stay in voice for good. */
  async #requestUntilDone(guildId: Snowflake, change: SessionChange): Promise<void> {
    const { clock, log } = this.options;
    while (!this.#isStopped) {
      try {
        await this.#request(guildId, change);
        return;
      } catch (error) {
        if (error instanceof GuildAbsentError) return;
        log.warn({ err: error, guild: guildId, change: change.kind }, 'failed to change a guild; retrying');
        await sleep(clock, AGAIN_MS);
      }
    }
  }
}
