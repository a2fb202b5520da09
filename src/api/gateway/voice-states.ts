import { Refusal } from '../../guilds/refusal.js';
import { decideRule } from '../../guilds/rule.js';
import { updateVoiceState, type WantedVoiceState } from '../../guilds/rules/update-voice-state.js';
import type { GuildState } from '../../guilds/state.js';
import { leaveVoice } from '../../guilds/voice.js';
import type { Logger } from '../../platform/log.js';
import { createSecret } from '../../platform/secrets.js';
import type { VoiceStateUpdate } from '../../protocol/gateway/commands.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { StoreError } from '../../store/errors.js';
import type { GuildChanges } from '../guilds/guild-changes.js';
import type { GuildRegistry } from '../guilds/guild-registry.js';
import { EncodedEvent } from './encoded-event.js';
import type { Session } from './session.js';

export interface VoiceStatesOptions {
  readonly guilds: Pick<GuildRegistry, 'get'>;
  readonly changes: Pick<GuildChanges, 'change' | 'preview'>;
  readonly log: Logger;
  /** where voice is served, as host and port */
  endpoint(): string;
}

/** What sessions say of their users' voice (docs/gateway.md, Voice states). */
export class VoiceStates {
  constructor(private readonly options: VoiceStatesOptions) {}

  /** Handles op 4. What is not allowed changes nothing and is not answered, as the gateway has no reply for it. */
  async update(session: Session, d: VoiceStateUpdate): Promise<void> {
    if (!session.guilds.has(d.guild_id)) return;
    const guild = await this.options.guilds.get(d.guild_id);
    if (guild === null || session.isOver) return;
    try {
      await this.#change(session, guild, d);
    } catch (error) {
      if (error instanceof StoreError)
        this.options.log.warn({ err: error }, 'a voice state could not be changed');
      else if (!(error instanceof Refusal)) throw error;
    }
  }

  /** The session is over: its user leaves the channels that they joined with it. */
  end(session: Session): void {
    this.#inGuilds(session, (guild) => {
      if (guild.voiceStates.get(session.userId)?.sessionId === session.id) this.#leave(session, guild);
    });
  }

  async #change(session: Session, guild: GuildState, d: VoiceStateUpdate): Promise<void> {
    const { actor, kind } = session.options.caller;
    const wanted: WantedVoiceState = {
      channelId: d.channel_id ?? null,
      sessionId: session.id,
      selfMute: d.self_mute ?? false,
      selfDeaf: d.self_deaf ?? false,
    };
    // Refused before anything else is left. A person has one voice; a bot may speak in many guilds.
    const { result: connects } = this.options.changes.preview(updateVoiceState, { guild, actor }, wanted);
    if (kind === 'person' && wanted.channelId !== null) {
      this.#inGuilds(session, (other) => {
        if (other.id !== guild.id) this.#leave(session, other);
      });
    }
    await this.options.changes.change(guild, (now, context) =>
      decideRule(updateVoiceState, { guild: now, actor }, context, wanted),
    );
    if (!connects) return;
    const server = { token: createSecret(), guild_id: guild.id, endpoint: this.options.endpoint() };
    session.dispatch(EncodedEvent.of('VOICE_SERVER_UPDATE', server));
  }

  #leave({ userId }: Session, guild: GuildState): void {
    this.options.changes
      .change(guild, (now) => ({ result: null, ...leaveVoice(now, userId) }))
      .catch((error: unknown) => {
        this.options.log.warn({ err: error }, 'a voice channel could not be left');
        // Loading the guild again removes members whose session has ended.
        this.#withGuild(guild.id, () => undefined);
      });
  }

  #inGuilds(session: Session, use: (guild: GuildState) => void): void {
    for (const id of [...session.guilds.keys()]) this.#withGuild(id, use);
  }

  /** At once if the guild is in memory; after a failed commit it is not, and still somebody may be in voice in it. */
  #withGuild(id: Snowflake, use: (guild: GuildState) => void): void {
    const guild = this.options.guilds.get(id);
    if (guild instanceof Promise) {
      guild
        .then((loaded) => loaded && use(loaded))
        .catch((error: unknown) => this.options.log.warn({ err: error }, 'a guild could not be loaded'));
    } else if (guild !== null) {
      use(guild);
    }
  }
}
