import { Refusal } from '../../guilds/refusal.js';
import { decideRule } from '../../guilds/rule.js';
import { updateVoiceState } from '../../guilds/rules/update-voice-state.js';
import type { GuildState } from '../../guilds/state.js';
import { leaveVoice } from '../../guilds/voice.js';
import type { Logger } from '../../platform/log.js';
import type { VoiceStateUpdate } from '../../protocol/gateway/commands.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { StoreError } from '../../store/errors.js';
import type { GuildChanges } from '../guilds/guild-changes.js';
import type { GuildRegistry } from '../guilds/guild-registry.js';
import type { Session } from './session.js';
import { isSameVoiceState, toWantedVoiceState } from './wanted-voice-state.js';

export interface VoiceStatesOptions {
  readonly guilds: Pick<GuildRegistry, 'get'>;
  readonly changes: Pick<GuildChanges, 'change' | 'preview'>;
  readonly log: Logger;
  /** a user joined the channel once more in which they are already, with the same session */
  rejoined(guild: GuildState, userId: Snowflake): void;
}

/** Handles the voice states of sessions (docs/gateway.md, Voice states). */
export class VoiceStates {
  constructor(private readonly options: VoiceStatesOptions) {}

  /** Handles op 4. Disallowed changes are ignored, because the gateway has no reply for them. */
  async update(session: Session, d: VoiceStateUpdate): Promise<void> {
    if (!session.guilds.has(d.guild_id)) return;
    const guild = await this.options.guilds.get(d.guild_id);
    if (guild === null || session.isOver) return;
    try {
      await this.#change(session, guild, d);
    } catch (error) {
      if (error instanceof StoreError)
        this.options.log.warn({ err: error }, 'failed to change a voice state');
      else if (!(error instanceof Refusal)) throw error;
    }
  }

  /** The session has ended: its user leaves the channels joined with it. */
  end(session: Session): void {
    this.#inGuilds(session, (guild) => {
      if (guild.voiceStates.get(session.userId)?.sessionId === session.id) this.#leave(session, guild);
    });
  }

  async #change(session: Session, guild: GuildState, d: VoiceStateUpdate): Promise<void> {
    const { actor, kind } = session.options.caller;
    const wanted = toWantedVoiceState(session, d);
    // Checked before anything is left. A person can be in one voice channel; a bot in many guilds.
    this.options.changes.preview(updateVoiceState, { guild, actor }, wanted);
    if (kind === 'person' && wanted.channelId !== null) {
      this.#inGuilds(session, (other) => {
        if (other.id !== guild.id) this.#leave(session, other);
      });
    }
    const before = guild.voiceStates.get(session.userId);
    await this.options.changes.change(guild, (now, context) =>
      decideRule(updateVoiceState, { guild: now, actor }, context, wanted),
    );
    if (before !== undefined && isSameVoiceState(before, wanted))
      this.options.rejoined(guild, session.userId);
  }

  #leave({ userId }: Session, guild: GuildState): void {
    this.options.changes
      .change(guild, (now) => ({ result: null, ...leaveVoice(now, userId) }))
      .catch((error: unknown) => {
        this.options.log.warn({ err: error }, 'failed to leave a voice channel');
        // Loading the guild again removes members whose session has ended.
        this.#withGuild(guild.id, () => undefined);
      });
  }

  #inGuilds(session: Session, use: (guild: GuildState) => void): void {
    for (const id of [...session.guilds.keys()]) this.#withGuild(id, use);
  }

  /**
   * Synchronously if the guild is in memory; after a failed commit it is not, but its members may still be in voice.
   */
  #withGuild(id: Snowflake, use: (guild: GuildState) => void): void {
    const guild = this.options.guilds.get(id);
    if (guild instanceof Promise) {
      guild
        .then((loaded) => loaded && use(loaded))
        .catch((error: unknown) => this.options.log.warn({ err: error }, 'failed to load a guild'));
    } else if (guild !== null) {
      use(guild);
    }
  }
}
