import Type from 'typebox';
import { Nullable, SnowflakeSchema } from '../../protocol/schema.js';

const applicationFields = {
  id: SnowflakeSchema,
  name: Type.String(),
  description: Type.String(),
  icon: Nullable(Type.String()),
  approved: Type.Boolean(),
  owner_id: Nullable(SnowflakeSchema),
  rpc_origins: Type.Array(Type.String()),
  redirect_uris: Type.Array(Type.String()),
  testers: Type.Array(SnowflakeSchema),
};

/** A registered application as its owner sees it. */
export const RegisteredApplicationSchema = Type.Object({
  ...applicationFields,
  bot: Nullable(Type.Object({ id: SnowflakeSchema })),
});

/** The reply that made it: the only one with its secrets. */
export const CreatedApplicationSchema = Type.Object({
  ...applicationFields,
  client_secret: Type.String(),
  bot: Nullable(Type.Object({ id: SnowflakeSchema, token: Type.String() })),
});
