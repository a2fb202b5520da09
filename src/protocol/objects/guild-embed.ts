import Type, { type Static } from 'typebox';
import { Nullable, SnowflakeSchema } from '../schema.js';

/** A guild embed (docs/rest.md, Objects). */
export const GuildEmbedSchema = Type.Object({
  enabled: Type.Boolean(),
  channel_id: Nullable(SnowflakeSchema),
});
export type GuildEmbed = Static<typeof GuildEmbedSchema>;
