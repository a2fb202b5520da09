import Type, { type Static } from 'typebox';
import { Nullable, SnowflakeSchema } from '../schema.js';

/** An OAuth2 application as RPC shows it (docs/rest.md, Objects). */
export const ApplicationSchema = Type.Object({
  description: Type.String(),
  icon: Nullable(Type.String()),
  id: SnowflakeSchema,
  rpc_origins: Type.Array(Type.String()),
  name: Type.String(),
});
export type Application = Static<typeof ApplicationSchema>;

/** GET /oauth2/@me: what the bearer token of the request stands for. */
export const CurrentAuthorizationSchema = Type.Object({
  application: ApplicationSchema,
  scopes: Type.Array(Type.String()),
  expires: Type.String(),
  user: Type.Object({
    id: SnowflakeSchema,
    username: Type.String(),
    discriminator: Type.String(),
    avatar: Nullable(Type.String()),
  }),
});
export type CurrentAuthorization = Static<typeof CurrentAuthorizationSchema>;

/** An entry of GET /oauth2/tokens: one application the user let in. */
export const GrantSchema = Type.Object({
  id: SnowflakeSchema,
  application: ApplicationSchema,
  scopes: Type.Array(Type.String()),
  created_at: Type.String(),
  /** ends with the connection that asked */
  once: Type.Optional(Type.Boolean()),
});
export type Grant = Static<typeof GrantSchema>;
