import Type from 'typebox';
import { Nullable, SnowflakeSchema } from '../schema.js';
import { ImageSchema } from './fields.js';

const EmojiNameSchema = Type.String({ minLength: 2, maxLength: 32 });
/** roles that may use the emoji; empty: everybody */
const EmojiRolesSchema = Type.Optional(Nullable(Type.Array(SnowflakeSchema, { maxItems: 250 })));

/** POST /guilds/{guild.id}/emojis */
export const CreateEmojiBody = Type.Object({
  name: EmojiNameSchema,
  image: ImageSchema,
  roles: EmojiRolesSchema,
});

/** PATCH /guilds/{guild.id}/emojis/{emoji.id} */
export const ModifyEmojiBody = Type.Object({
  name: Type.Optional(Nullable(EmojiNameSchema)),
  roles: EmojiRolesSchema,
});
