import type { EventOf, GuildEvent } from '../../guilds/events.js';
import type { GuildState } from '../../guilds/state.js';
import { EncodedEvent } from '../gateway/encoded-event.js';
import type { SessionIndex } from '../gateway/session-index.js';
import type { VoiceEndpoint, VoiceMember } from './voice-endpoint.js';

/**
 * Keeps the endpoint informed about who is in voice, and tells sessions where to connect: when their user joined a
 * channel, was moved to another one, or joined it with another session (docs/gateway.md, Voice states).
 */
export class VoiceAdmission {
  constructor(
    private readonly endpoint: VoiceEndpoint,
    private readonly sessions: Pick<SessionIndex, 'get'>,
  ) {}

  /** Must be called after the events were sent to sessions: clients expect their voice state first. */
  guildEvents(guild: GuildState, events: readonly GuildEvent[]): void {
    for (const event of events) {
      if (event.type === 'voiceStateUpdated') this.#follow(guild, event);
      if (event.type === 'guildDeleted') this.#removeAll(guild);
    }
  }

  #follow(guild: GuildState, { voice }: EventOf<'voiceStateUpdated'>): void {
    const { channelId, deaf, isSuppressed, mute, selfDeaf, selfMute, sessionId, userId } = voice;
    if (channelId === null) {
      this.endpoint.remove(guild.id, userId);
      return;
    }
    const member: VoiceMember = {
      guildId: guild.id,
      channelId,
      userId,
      sessionId,
      maySpeak: !(mute || selfMute || isSuppressed),
      mayListen: !(deaf || selfDeaf),
    };
    if (this.endpoint.update(member)) return;
    const token = this.endpoint.admit(member);
    const server = { token, guild_id: guild.id, endpoint: this.endpoint.address };
    this.sessions.get(sessionId)?.dispatch(EncodedEvent.of('VOICE_SERVER_UPDATE', server));
  }

  #removeAll(guild: GuildState): void {
    for (const userId of guild.voiceStates.keys()) this.endpoint.remove(guild.id, userId);
  }
}
