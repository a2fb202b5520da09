import Type, { type Static } from 'typebox';
import { Nullable, SnowflakeSchema } from '../schema.js';

/** A voice state (docs/rest.md, Objects); `guild_id` is absent inside GUILD_CREATE. */
export const VoiceStateSchema = Type.Object({
  guild_id: Type.Optional(SnowflakeSchema),
  channel_id: Nullable(SnowflakeSchema),
  user_id: SnowflakeSchema,
  session_id: Type.String(),
  deaf: Type.Boolean(),
  mute: Type.Boolean(),
  self_deaf: Type.Boolean(),
  self_mute: Type.Boolean(),
  suppress: Type.Boolean(),
});
export type VoiceState = Static<typeof VoiceStateSchema>;

/** A voice region (docs/rest.md, Objects). */
export const VoiceRegionSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  vip: Type.Boolean(),
  optimal: Type.Boolean(),
  deprecated: Type.Boolean(),
  custom: Type.Boolean(),
});
export type VoiceRegion = Static<typeof VoiceRegionSchema>;
