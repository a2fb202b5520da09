import Type, { type Static } from 'typebox';
import { Nullable } from '../schema.js';
import { UserSchema } from './user.js';

/** A ban (docs/rest.md, Objects). */
export const BanSchema = Type.Object({
  reason: Nullable(Type.String()),
  user: UserSchema,
});
export type Ban = Static<typeof BanSchema>;
