import type { EventOf, GuildEvent, GuildEventType, VoiceSnapshot } from '../../guilds/events.js';
import { canView } from '../../guilds/permissions.js';
import type { GuildAsDecided } from '../../guilds/state.js';
import { voiceSnapshot } from '../../guilds/voice.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { VoiceEndpoint, VoiceMember } from '../core/voice-endpoint.js';
import { EncodedEvent } from './frames/encoded-event.js';
import type { SessionIndex } from './session-index.js';

/** Events of changes that may affect who may view a channel. */
const DECIDING: ReadonlySet<GuildEventType> = new Set([
  'guildUpdated',
  'channelUpdated',
  'memberUpdated',
  'roleUpdated',
  'roleDeleted',
]);

/**
 * Keeps the endpoint informed about who is in voice, and sends sessions the address to connect to: when their user joined a
 * channel, was moved to another one, or joined it with another session (docs/gateway.md, Voice states).
 */
export class VoiceAdmission {
  constructor(
    private readonly endpoint: VoiceEndpoint,
    private readonly sessions: Pick<SessionIndex, 'get'>,
  ) {}

  /** Must be called after the events were sent to sessions: clients expect their voice state first. */
  guildEvents(guild: GuildAsDecided, events: readonly GuildEvent[]): void {
    for (const event of events) {
      if (event.type === 'voiceStateUpdated') this.#follow(guild, event);
      if (event.type === 'guildDeleted') this.#removeAll(guild);
    }
    if (events.some(({ type }) => DECIDING.has(type))) this.#review(guild);
  }

  /** A session joined the channel again in which it is: it needs another token, e.g. because its connection ended. */
  rejoin(guild: GuildAsDecided, userId: Snowflake): void {
    const state = guild.voiceStates.get(userId);
    const member = state && toMember(guild, voiceSnapshot(guild, state));
    if (member) this.#admit(member);
  }

  #follow(guild: GuildAsDecided, { voice }: EventOf<'voiceStateUpdated'>): void {
    const member = toMember(guild, voice);
    if (member === null) this.endpoint.remove(guild.id, voice.userId);
    else if (!this.endpoint.update(member)) this.#admit(member);
  }

  /** Permissions may have changed: who may no longer view the channel receives no packets of it. */
  #review(guild: GuildAsDecided): void {
    for (const state of guild.voiceStates.values()) {
      const member = toMember(guild, voiceSnapshot(guild, state));
      if (member !== null) this.endpoint.update(member);
    }
  }

  #admit(member: VoiceMember): void {
    this.endpoint.admit(member, ({ address, token }) => {
      const server = { token, guild_id: member.guildId, endpoint: address };
      this.sessions.get(member.sessionId)?.dispatch(EncodedEvent.of('VOICE_SERVER_UPDATE', server));
    });
  }

  #removeAll(guild: GuildAsDecided): void {
    for (const userId of guild.voiceStates.keys()) this.endpoint.remove(guild.id, userId);
  }
}

/** @returns null if they are in no channel */
function toMember(guild: GuildAsDecided, voice: VoiceSnapshot): VoiceMember | null {
  const { channelId, deaf, hasDelegatedAccess, isSuppressed, mute, selfDeaf, selfMute, sessionId, userId } =
    voice;
  if (channelId === null) return null;
  const maySpeak = !(mute || selfMute || isSuppressed);
  const mayListen = !(deaf || selfDeaf) && (hasDelegatedAccess || mayView(guild, userId, channelId));
  const { region } = guild.settings;
  return { guildId: guild.id, region, channelId, userId, sessionId, maySpeak, mayListen };
}

function mayView(guild: GuildAsDecided, userId: Snowflake, channelId: Snowflake): boolean {
  const [member, channel] = [guild.members.get(userId), guild.channels.get(channelId)];
  return member !== undefined && channel !== undefined && canView(guild, member, channel);
}
