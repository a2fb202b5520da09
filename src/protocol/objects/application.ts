import Type, { type Static } from 'typebox';
import { Nullable, SnowflakeSchema } from '../schema.js';

/** An OAuth2 application as RPC sends it (docs/rest.md, Objects). */
export const ApplicationSchema = Type.Object({
  description: Type.String(),
  icon: Nullable(Type.String()),
  id: SnowflakeSchema,
  rpc_origins: Type.Array(Type.String()),
  name: Type.String(),
});
export type Application = Static<typeof ApplicationSchema>;

/** GET /oauth2/applications/ID/rpc: an application, and whether it may be used by anybody. */
export const ApplicationWithApprovalSchema = Type.Object({
  ...ApplicationSchema.properties,
  /** whether it is approved for the private beta; absent if the service does not provide it */
  approved: Type.Optional(Type.Boolean()),
});
export type ApplicationWithApproval = Static<typeof ApplicationWithApprovalSchema>;

/** GET /oauth2/@me: the authorization of the request's bearer token. */
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

/** An entry of GET /oauth2/tokens: an application that the user authorized. */
export const GrantSchema = Type.Object({
  id: SnowflakeSchema,
  application: ApplicationSchema,
  scopes: Type.Array(Type.String()),
  created_at: Type.String(),
  /** ends when the connection that requested it closes */
  once: Type.Optional(Type.Boolean()),
});
export type Grant = Static<typeof GrantSchema>;
