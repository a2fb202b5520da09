import Type, { type Static } from 'typebox';
import { Enumeration, SnowflakeSchema, TimestampSchema } from '../schema.js';
import { UserSchema } from './user.js';

/** What happens to a member whose subscription ended (docs/rest.md, Objects). */
export const EXPIRE_BEHAVIORS = { REMOVE_ROLE: 0, KICK: 1 } as const;

/** An integration (docs/rest.md, Objects). */
export const IntegrationSchema = Type.Object({
  id: SnowflakeSchema,
  name: Type.String(),
  type: Type.String(),
  enabled: Type.Boolean(),
  syncing: Type.Boolean(),
  role_id: SnowflakeSchema,
  enable_emoticons: Type.Optional(Type.Boolean()),
  expire_behavior: Enumeration(EXPIRE_BEHAVIORS),
  expire_grace_period: Type.Integer(),
  user: UserSchema,
  account: Type.Object({ id: Type.String(), name: Type.String() }),
  synced_at: TimestampSchema,
});
export type Integration = Static<typeof IntegrationSchema>;
