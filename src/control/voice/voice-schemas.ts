import Type, { type Static } from 'typebox';
import { UserVoiceSettingsSchema, VoiceSettingsSchema } from '../../protocol/rpc/voice-settings.js';
import { Nullable, SnowflakeSchema } from '../../protocol/schema.js';
import { VoiceKeysSchema } from '../../voice/voice-keys.js';

export { describeKeyAction, VOICE_KEY_ACTIONS, type VoiceKeys } from '../../voice/voice-keys.js';

/** Somebody in the person's voice channel; volume, mute and pan are those of the person's settings for them. */
const VoiceMemberSchema = Type.Object({
  id: SnowflakeSchema,
  /** nickname, else username */
  name: Type.String(),
  is_self: Type.Boolean(),
  /** muted by themselves, by a moderator, or for lack of a permission */
  is_muted: Type.Boolean(),
  /** deafened by themselves or by a moderator */
  is_deafened: Type.Boolean(),
  settings: UserVoiceSettingsSchema,
});
export type VoiceMember = Static<typeof VoiceMemberSchema>;

/** The person's voice channel. */
export const OwnVoiceChannelSchema = Type.Object({
  id: SnowflakeSchema,
  name: Type.String(),
  /** the name of its guild */
  guild: Type.String(),
  /** by name, the person first; at most 100 */
  members: Type.Array(VoiceMemberSchema),
  /** the number of members that are not listed */
  more: Type.Integer(),
});
export type OwnVoiceChannel = Static<typeof OwnVoiceChannelSchema>;

/** A voice channel that the person may view. */
const ListedVoiceChannelSchema = Type.Object({
  id: SnowflakeSchema,
  name: Type.String(),
  /** 0: none */
  user_limit: Type.Integer(),
  /** why the person may not join it now; null: they may */
  refusal: Nullable(Type.Unsafe<'forbidden' | 'full'>({ enum: ['forbidden', 'full'] })),
  /** the names of those in it; at most 10 */
  members: Type.Array(Type.String()),
  /** the number of those in it whose names are not listed */
  more: Type.Integer(),
});
export type ListedVoiceChannel = Static<typeof ListedVoiceChannelSchema>;

/** A guild with voice channels. */
const VoiceGuildSchema = Type.Object({
  id: SnowflakeSchema,
  name: Type.String(),
  channels: Type.Array(ListedVoiceChannelSchema),
});
export type VoiceGuild = Static<typeof VoiceGuildSchema>;

/** The voice channels that the person may view. */
export const VoiceGuildsSchema = Type.Object({
  guilds: Type.Array(VoiceGuildSchema),
  /** the number of channels that are not listed */
  more: Type.Integer(),
});
export type VoiceGuilds = Static<typeof VoiceGuildsSchema>;

const DirectionSchema = Type.Unsafe<'input' | 'output'>({ enum: ['input', 'output'] });

/** What a certified microphone may do itself. */
export const TAKEN_OVER_SETTINGS = [
  'automatic_gain_control',
  'echo_cancellation',
  'noise_suppression',
] as const;
const TakenOverSettingSchema = Type.Unsafe<(typeof TAKEN_OVER_SETTINGS)[number]>({
  enum: TAKEN_OVER_SETTINGS,
});

/** The voice settings in effect, and what is special about them. */
export const EffectiveSettingsSchema = Type.Object({
  settings: VoiceSettingsSchema,
  /** the person's own shortcuts */
  keys: VoiceKeysSchema,
  /** the application that has the lock of the settings; null: none has */
  holder: Nullable(Type.Object({ id: SnowflakeSchema, name: Type.String() })),
  /**
   * whether this application chose a key of push-to-talk that is not used, because the person does not allow it to record
   * keys; theirs is used
   */
  shortcut_waits: Type.Boolean(),
  /** the directions whose chosen device is not plugged in; another one is used until it is back */
  missing_devices: Type.Array(DirectionSchema),
  /** the directions for which nothing can be used, e.g. because the default input is the monitor of a speaker */
  without_device: Type.Array(DirectionSchema),
  /** the certified microphone in use, and the settings that are off because it does the same itself; null: none is */
  taken_over: Nullable(Type.Object({ device: Type.String(), settings: Type.Array(TakenOverSettingSchema) })),
});
export type EffectiveSettings = Static<typeof EffectiveSettingsSchema>;
