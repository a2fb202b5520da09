import type { AuthorizationCode, Grant, RpcToken } from '../../authorizations.js';
import type { Token } from '../../token.js';
import type { AuthorizationCodeRow, GrantRow, RpcTokenRow, TokenRow } from '../rows/authorizations.js';

/** Converts grants, tokens and codes to and from rows, field by field. */

export function grantFromRow(row: GrantRow): Grant {
  return {
    id: row.id,
    userId: row.user_id,
    applicationId: row.application_id,
    scopes: row.scopes,
    createdAt: row.created_at,
    once: row.once,
  };
}

export function grantRow(grant: Grant): GrantRow {
  return {
    id: grant.id,
    user_id: grant.userId,
    application_id: grant.applicationId,
    scopes: grant.scopes,
    created_at: grant.createdAt,
    once: grant.once,
  };
}

export function tokenFromRow(row: TokenRow): Token {
  return {
    hash: row.hash,
    kind: row.kind,
    userId: row.user_id,
    applicationId: row.application_id,
    grantId: row.grant_id,
    chain: row.chain,
    scopes: row.scopes,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    rotatedAt: row.rotated_at,
  };
}

export function tokenRow(token: Token): TokenRow {
  return {
    hash: token.hash,
    kind: token.kind,
    user_id: token.userId,
    application_id: token.applicationId,
    grant_id: token.grantId,
    chain: token.chain,
    scopes: token.scopes,
    created_at: token.createdAt,
    expires_at: token.expiresAt,
    rotated_at: token.rotatedAt,
  };
}

export function codeFromRow(row: AuthorizationCodeRow): AuthorizationCode {
  return {
    hash: row.hash,
    grantId: row.grant_id,
    applicationId: row.application_id,
    userId: row.user_id,
    scopes: row.scopes,
    redirectUri: row.redirect_uri,
    codeChallenge: row.code_challenge,
    expiresAt: row.expires_at,
    used: row.used,
  };
}

export function codeRow(code: AuthorizationCode): AuthorizationCodeRow {
  return {
    hash: code.hash,
    grant_id: code.grantId,
    application_id: code.applicationId,
    user_id: code.userId,
    scopes: code.scopes,
    redirect_uri: code.redirectUri,
    code_challenge: code.codeChallenge,
    expires_at: code.expiresAt,
    used: code.used,
  };
}

export function rpcTokenFromRow(row: RpcTokenRow): RpcToken {
  return { hash: row.hash, applicationId: row.application_id, expiresAt: row.expires_at };
}

export function rpcTokenRow(token: RpcToken): RpcTokenRow {
  return { hash: token.hash, application_id: token.applicationId, expires_at: token.expiresAt };
}
