import type { Channel } from '../../protocol/objects/channel.js';
import type { GuildCreate } from '../../protocol/objects/guild.js';
import type { Member } from '../../protocol/objects/member.js';
import type { Presence } from '../../protocol/objects/presence.js';
import type { Role } from '../../protocol/objects/role.js';
import type { User } from '../../protocol/objects/user.js';
import type { VoiceState } from '../../protocol/objects/voice.js';
import type { Snowflake } from '../../protocol/snowflake.js';

/** A user in a voice channel. */
export interface VoiceChange {
  readonly channelId: Snowflake;
  readonly state: VoiceState;
  readonly member: Member;
}

/** A guild with all updates of the gateway applied. Its channels are in `ChatState`. */
export interface GuildView
  extends Omit<GuildCreate, 'channels' | 'members' | 'presences' | 'roles' | 'voice_states'> {
  readonly members: ReadonlyMap<Snowflake, Member>;
  /** of those who are online */
  readonly presences: ReadonlyMap<Snowflake, Presence>;
  /** in the order in which the service sent them, the last changed last */
  readonly roles: ReadonlyMap<Snowflake, Role>;
  readonly voice_states: ReadonlyMap<Snowflake, VoiceState>;
}

export interface ChatState {
  /** the guilds that have arrived, ordered by id */
  guilds(): GuildView[];
  guild(id: Snowflake): GuildView | undefined;
  /** a channel that the person may view */
  channel(id: Snowflake): Channel | undefined;
  /** whether the service sent a channel that the person may not view */
  isHidden(id: Snowflake): boolean;
  /** the DMs and groups in the person's list */
  privateChannels(): Channel[];
  /** the channels of a guild that the person may view; none if the guild is unknown */
  channels(guildId: Snowflake): Channel[];
  /** a user who shares a guild with the person */
  user(id: Snowflake): User | undefined;
  /** what somebody who shares a guild with the person shows; undefined if they are offline */
  presence(userId: Snowflake): Presence | undefined;
  /** the voice channel and voice state of a user; null if in none */
  voiceChange(userId: Snowflake): VoiceChange | null;
}

/** The voice states of those in a voice channel. */
export function voiceStatesIn(guild: Pick<GuildView, 'voice_states'>, channelId: Snowflake): VoiceState[] {
  return [...guild.voice_states.values()].filter(({ channel_id }) => channel_id === channelId);
}
