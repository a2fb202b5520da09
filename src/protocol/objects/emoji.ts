import Type, { type Static } from 'typebox';
import { Nullable, SnowflakeSchema } from '../schema.js';
import { UserSchema } from './user.js';

/** A custom emoji of a guild. For Unicode emojis `id` is null and `name` is the emoji. */
export const EmojiSchema = Type.Object({
  id: Nullable(SnowflakeSchema),
  name: Type.String(),
  /** roles that may use it; empty: everybody */
  roles: Type.Optional(Type.Array(SnowflakeSchema)),
  /** its creator */
  user: Type.Optional(UserSchema),
  require_colons: Type.Optional(Type.Boolean()),
  managed: Type.Optional(Type.Boolean()),
  animated: Type.Optional(Type.Boolean()),
});
export type Emoji = Static<typeof EmojiSchema>;

/** An emoji in reactions. */
export const PartialEmojiSchema = Type.Pick(EmojiSchema, ['id', 'name', 'animated']);
export type PartialEmoji = Static<typeof PartialEmojiSchema>;
