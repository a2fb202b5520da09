import Type, { type Static } from 'typebox';
import { ApplicationSchema } from '../objects/application.js';
import { UserSchema } from '../objects/user.js';
import { SnowflakeSchema } from '../schema.js';

/** GET /oauth2/authorize: the user, the application and the scopes of an authorization. */
export const AuthorizationPreviewSchema = Type.Object({
  application: ApplicationSchema,
  user: UserSchema,
  scopes: Type.Array(Type.String()),
  /** whether the user has already granted all of these scopes */
  authorized: Type.Boolean(),
  /** whether the application is approved; otherwise the user is a tester, or the scopes need no approval */
  approved: Type.Boolean(),
});

/**
 * POST /oauth2/authorize: the code, the redirect if a redirect_uri was given, and for `online` access the grant to
 * revoke.
 */
export const AuthorizationCodeSchema = Type.Object({
  code: Type.String(),
  location: Type.Optional(Type.String()),
  grant_id: Type.Optional(SnowflakeSchema),
});
export type AuthorizationCode = Static<typeof AuthorizationCodeSchema>;

/** POST /oauth2/authorize for a bot without a response_type: the guild that it joined. */
export const BotAddedSchema = Type.Object({
  guild_id: SnowflakeSchema,
  location: Type.Optional(Type.String()),
});
export type BotAdded = Static<typeof BotAddedSchema>;

/** POST /oauth2/authorize for a token: the redirect, with the token in its fragment (RFC 6749 §4.2.2). */
export const AuthorizationRedirectSchema = Type.Object({ location: Type.String() });

/** POST /oauth2/token (docs/rest.md, OAuth2 tokens and codes); `refresh_token` is absent for client credentials. */
export const TokenResponseSchema = Type.Object({
  access_token: Type.String(),
  token_type: Type.Literal('Bearer'),
  /** seconds */
  expires_in: Type.Integer(),
  refresh_token: Type.Optional(Type.String()),
  scope: Type.String(),
});
export type TokenResponse = Static<typeof TokenResponseSchema>;

/** POST /oauth2/token/rpc (docs/rest.md, OAuth2 tokens and codes). */
export const RpcTokenResponseSchema = Type.Object({ rpc_token: Type.String() });
