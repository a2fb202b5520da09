import type { Channel } from '../protocol/objects/channel.js';
import type { GuildCreate } from '../protocol/objects/guild.js';
import type { Member } from '../protocol/objects/member.js';
import type { Presence } from '../protocol/objects/presence.js';
import type { VoiceState } from '../protocol/objects/voice-state.js';
import type { Snowflake } from '../protocol/snowflake.js';

/** A guild as the client sees it: the latest of everything the gateway told. */
export interface GuildView extends Omit<GuildCreate, 'channels' | 'members' | 'presences' | 'voice_states'> {
  readonly channels: ReadonlyMap<Snowflake, Channel>;
  readonly members: ReadonlyMap<Snowflake, Member>;
  readonly presences: ReadonlyMap<Snowflake, Presence>;
  readonly voice_states: ReadonlyMap<Snowflake, VoiceState>;
}

export interface ChatState {
  /** the guilds that have arrived, in the order of their ids */
  guilds(): GuildView[];
  guild(id: Snowflake): GuildView | undefined;
  channel(id: Snowflake): Channel | undefined;
}
