import Type, { type Static } from 'typebox';
import { Nullable, SnowflakeSchema } from '../schema.js';

/** A user (docs/rest.md, Objects). `verified` and `email` only with the scope `email`. */
export const UserSchema = Type.Object({
  id: SnowflakeSchema,
  username: Type.String(),
  discriminator: Type.String(),
  avatar: Nullable(Type.String()),
  bot: Type.Optional(Type.Boolean()),
  mfa_enabled: Type.Optional(Type.Boolean()),
  verified: Type.Optional(Type.Boolean()),
  email: Type.Optional(Nullable(Type.String())),
});
export type User = Static<typeof UserSchema>;

/** The public fields of a user, also used in RPC (docs/rest.md, Objects). */
export const PartialUserSchema = Type.Pick(UserSchema, ['id', 'username', 'discriminator', 'avatar', 'bot']);
export type PartialUser = Static<typeof PartialUserSchema>;
