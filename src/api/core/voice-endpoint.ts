import type { Snowflake } from '../../protocol/snowflake.js';

/** A user in a voice channel, and what they may do there. */
export interface VoiceMember {
  readonly guildId: Snowflake;
  /** of the guild; absent: none */
  readonly region?: string | undefined;
  readonly channelId: Snowflake;
  readonly userId: Snowflake;
  /** the gateway session that joined the channel */
  readonly sessionId: string;
  /** whether others receive what they send */
  readonly maySpeak: boolean;
  /** whether they receive what others send */
  readonly mayListen: boolean;
}

/** Where a member connects to, as VOICE_SERVER_UPDATE says. */
export interface VoicePlace {
  /** host and port of the voice gateway, e.g. `voice.example:443`; null: there is no endpoint */
  readonly address: string | null;
  /** which the client must present */
  readonly token: string;
}

/** Where the members of voice channels exchange their sound (docs/voice.md). */
export interface VoiceEndpoint {
  /**
   * Admits a member once, from now on. An earlier connection of the user in this guild ends.
   *
   * @param announce is called when the member can connect, and again when they must connect elsewhere
   */
  admit(member: VoiceMember, announce: (place: VoicePlace) => void): void;
  /**
   * The rights of a member changed, or their flags.
   *
   * @returns false if the member was not admitted to this channel with this session: nothing was changed
   */
  update(member: VoiceMember): boolean;
  /** A user left the voice channels of a guild: their connection ends. */
  remove(guildId: Snowflake, userId: Snowflake): void;
  /** When a packet of speech of an admitted user arrived last, in milliseconds since the Unix epoch; null: never. */
  lastSpeech(guildId: Snowflake, userId: Snowflake): number | null;
}
