import type { AuthorizationCodeRow, GrantRow, RpcTokenRow, TokenRow } from '../rows/authorizations.js';
import { Table } from '../table.js';

/** Grants, tokens and codes. */

export const grants = new Table<GrantRow>('grants', ['id'], {
  id: 'id',
  user_id: 'id',
  application_id: 'id',
  scopes: 'json',
  created_at: 'plain',
  once: 'boolean',
});

export const tokens = new Table<TokenRow>('tokens', ['hash'], {
  hash: 'plain',
  kind: 'plain',
  user_id: 'id',
  application_id: 'id',
  grant_id: 'id',
  chain: 'plain',
  scopes: 'json',
  created_at: 'plain',
  expires_at: 'plain',
  rotated_at: 'plain',
});

export const authorization_codes = new Table<AuthorizationCodeRow>('authorization_codes', ['hash'], {
  hash: 'plain',
  grant_id: 'id',
  application_id: 'id',
  user_id: 'id',
  scopes: 'json',
  redirect_uri: 'plain',
  code_challenge: 'plain',
  expires_at: 'plain',
  used: 'boolean',
});

export const rpc_tokens = new Table<RpcTokenRow>('rpc_tokens', ['hash'], {
  hash: 'plain',
  application_id: 'id',
  expires_at: 'plain',
});
