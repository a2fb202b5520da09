import type { Snowflake } from '../../protocol/snowflake.js';

/** A user in a voice channel, and what they may do there. */
export interface VoiceMember {
  readonly guildId: Snowflake;
  readonly channelId: Snowflake;
  readonly userId: Snowflake;
  /** the gateway session that joined the channel */
  readonly sessionId: string;
  /** whether others receive what they send */
  readonly maySpeak: boolean;
  /** whether they receive what others send */
  readonly mayListen: boolean;
}

/** Where the members of voice channels exchange their sound (docs/voice.md). */
export interface VoiceEndpoint {
  /** host and port of the voice gateway as clients are told, e.g. `voice.example:443`; null while there is none */
  readonly address: string | null;
  /**
   * Admits a member once, from now on. An earlier connection of the user in this guild ends.
   *
   * @returns the token that the client must present
   */
  admit(member: VoiceMember): string;
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
