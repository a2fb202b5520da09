import Type from 'typebox';

/**
 * OAuth2 parameters. The schema requires none: OAuth2 has its own errors for missing or invalid ones (RFC 6749 §5.2).
 */
const text = Type.Optional(Type.String({ maxLength: 4096 }));

/** GET and POST /oauth2/authorize (RFC 6749 §4.1.1) */
export const AuthorizeParameters = Type.Object({
  response_type: text,
  client_id: text,
  scope: text,
  redirect_uri: text,
  state: text,
  /** with the scope `bot`: the permissions of its role, as decimal bits */
  permissions: text,
  /** with the scope `bot`: the guild to join; the page offers the person's guilds */
  guild_id: text,
  /** `true`: the page offers only `guild_id` */
  disable_guild_select: text,
  /** of PKCE (RFC 7636): the SHA-256 hash of a `code_verifier`, in base64url */
  code_challenge: text,
  /** `S256`; `plain` is refused */
  code_challenge_method: text,
  /** `rpc`: the application receives the code over its RPC connection; there is no redirect */
  response_mode: text,
});

/** POST /oauth2/authorize: the parameters may be in the body or the query. */
export const AuthorizeBody = Type.Object({
  ...AuthorizeParameters.properties,
  /** whether the user agrees; a form sends `true` */
  authorize: Type.Optional(Type.Union([Type.Boolean(), Type.String({ maxLength: 5 })])),
  /** one-time token that replaces the user's consent (docs/rest.md, OAuth2 tokens and codes) */
  rpc_token: text,
  /** `online`: for one connection; the reply contains its grant. Default: `offline` */
  access_type: text,
});

const clientFields = { client_id: text, client_secret: text };

/** POST /oauth2/token (RFC 6749 §4.1.3, §4.4.2, §6) */
export const TokenBody = Type.Object({
  ...clientFields,
  grant_type: text,
  code: text,
  redirect_uri: text,
  /** for PKCE: required if the code was requested with a `code_challenge` */
  code_verifier: text,
  refresh_token: text,
  scope: text,
});

/** POST /oauth2/token/rpc (docs/rest.md, OAuth2 tokens and codes) */
export const RpcTokenBody = Type.Object(clientFields);

/** POST /oauth2/token/revoke (RFC 7009 §2.1) */
export const RevokeTokenBody = Type.Object({ ...clientFields, token: text, token_type_hint: text });
