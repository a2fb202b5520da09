import Type from 'typebox';

/**
 * OAuth2 parameters. All may be missing as far as their shape goes: OAuth2 has errors of its own for what is missing or
 * wrong (RFC 6749 §5.2).
 */
const text = Type.Optional(Type.String({ maxLength: 4096 }));

/** GET and POST /oauth2/authorize (RFC 6749 §4.1.1) */
export const AuthorizeParameters = Type.Object({
  response_type: text,
  client_id: text,
  scope: text,
  redirect_uri: text,
  state: text,
  /** of the scope `bot`: what its role may do, as decimal bits */
  permissions: text,
  /** of the scope `bot`: the guild that the bot joins; the page offers the person's guilds */
  guild_id: text,
  /** `true`: the page offers `guild_id` only */
  disable_guild_select: text,
  /** of PKCE (RFC 7636): the SHA-256 hash of a `code_verifier`, in base64url */
  code_challenge: text,
  /** `S256`; `plain` is refused */
  code_challenge_method: text,
  /** `rpc`: the answer goes to the application over its RPC connection; there is no redirect */
  response_mode: text,
});

/** POST /oauth2/authorize: the parameters may stand here instead of in the query. */
export const AuthorizeBody = Type.Object({
  ...AuthorizeParameters.properties,
  /** whether the user says yes; a form says `true` */
  authorize: Type.Optional(Type.Union([Type.Boolean(), Type.String({ maxLength: 5 })])),
  /** one-time token that stands for the user's yes (docs/rest.md, OAuth2 tokens and codes) */
  rpc_token: text,
  /** `online`: for one connection, without a refresh token; its grant is named in the reply. Else `offline` */
  access_type: text,
});

const clientFields = { client_id: text, client_secret: text };

/** POST /oauth2/token (RFC 6749 §4.1.3, §4.4.2, §6) */
export const TokenBody = Type.Object({
  ...clientFields,
  grant_type: text,
  code: text,
  redirect_uri: text,
  /** of PKCE: required where the code was asked for with a `code_challenge` */
  code_verifier: text,
  refresh_token: text,
  scope: text,
});

/** POST /oauth2/token/rpc (docs/rest.md, OAuth2 tokens and codes) */
export const RpcTokenBody = Type.Object(clientFields);

/** POST /oauth2/token/revoke (RFC 7009 §2.1) */
export const RevokeTokenBody = Type.Object({ ...clientFields, token: text, token_type_hint: text });
