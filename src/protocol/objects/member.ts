import Type, { type Static } from 'typebox';
import { Nullable, SnowflakeSchema, TimestampSchema } from '../schema.js';
import { UserSchema } from './user.js';

/** A guild member (docs/rest.md, Objects). */
export const MemberSchema = Type.Object({
  user: UserSchema,
  nick: Type.Optional(Type.String()),
  roles: Type.Array(SnowflakeSchema),
  joined_at: TimestampSchema,
  deaf: Type.Boolean(),
  mute: Type.Boolean(),
  /** always 0; later clients expect it in every member */
  flags: Type.Integer(),
});
export type Member = Static<typeof MemberSchema>;

/** A ban (docs/rest.md, Objects). */
export const BanSchema = Type.Object({
  reason: Nullable(Type.String()),
  user: UserSchema,
});
export type Ban = Static<typeof BanSchema>;
