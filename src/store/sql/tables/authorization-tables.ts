import type { AuthorizationCodeRow, GrantRow, RpcTokenRow, TokenRow } from '../rows/authorizations.js';
import { Table } from '../table.js';

/** Grants, tokens and codes. */

export const grants = new Table<GrantRow>('grants', ['id'], {
  id: 'id',
  user_id: 'id',
  application_id: 'id',
  scopes: 'json',
  created_at: 'integer',
  once: 'boolean',
});

export const tokens = new Table<TokenRow>('tokens', ['hash'], {
  hash: 'text',
  kind: 'text',
  user_id: 'id',
  application_id: 'id',
  grant_id: 'id',
  chain: 'text',
  scopes: 'json',
  created_at: 'integer',
  expires_at: 'integer',
  rotated_at: 'integer',
});

export const authorization_codes = new Table<AuthorizationCodeRow>('authorization_codes', ['hash'], {
  hash: 'text',
  grant_id: 'id',
  application_id: 'id',
  user_id: 'id',
  scopes: 'json',
  redirect_uri: 'text',
  code_challenge: 'text',
  expires_at: 'integer',
  used: 'boolean',
});

export const rpc_tokens = new Table<RpcTokenRow>('rpc_tokens', ['hash'], {
  hash: 'text',
  application_id: 'id',
  expires_at: 'integer',
});
