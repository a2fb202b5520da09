import Type, { type Static } from 'typebox';
import { Nullable, SnowflakeSchema } from '../schema.js';
import { UserSchema } from './user.js';

/** A custom emoji of a guild; of emojis that are characters, `id` is null and `name` the characters. */
export const EmojiSchema = Type.Object({
  id: Nullable(SnowflakeSchema),
  name: Type.String(),
  /** who may use it; empty: everybody */
  roles: Type.Optional(Type.Array(SnowflakeSchema)),
  /** who created it */
  user: Type.Optional(UserSchema),
  require_colons: Type.Optional(Type.Boolean()),
  managed: Type.Optional(Type.Boolean()),
  animated: Type.Optional(Type.Boolean()),
});
export type Emoji = Static<typeof EmojiSchema>;

/** An emoji as reactions carry it. */
export type PartialEmoji = Pick<Emoji, 'id' | 'name' | 'animated'>;
