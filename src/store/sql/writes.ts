import type { RowOf, TableName } from './tables.js';

/** Removals of several rows by a condition. Each takes one value. */
export const SWEEPS = {
  /** all tokens that derive from one authorization code */
  tokensOfChain: 'DELETE FROM tokens WHERE chain = ?',
  refreshTokensOfGrant: "DELETE FROM tokens WHERE grant_id = ? AND kind = 'refresh'",
  codesOfGrant: 'DELETE FROM authorization_codes WHERE grant_id = ?',
  /** takes the current time: milliseconds since the Unix epoch */
  expiredTokens: 'DELETE FROM tokens WHERE expires_at <= ?',
  expiredCodes: 'DELETE FROM authorization_codes WHERE expires_at <= ?',
  /** takes the latest creation time of grants to remove: milliseconds since the Unix epoch */
  expiredOnceGrants: 'DELETE FROM grants WHERE once = 1 AND created_at <= ?',
  iconsOfApplication: "DELETE FROM images WHERE kind = 'icons' AND owner_id = ?",
  reactionsOfMessage: 'DELETE FROM reactions WHERE message_id = ?',
  expiredRpcTokens: 'DELETE FROM rpc_tokens WHERE expires_at <= ?',
} as const;

export type SweepName = keyof typeof SWEEPS;

/** A write to the store. Created with `put`, `update`, `remove` and `sweep`. */
export type Write =
  | { readonly kind: 'put'; readonly table: TableName; readonly row: object }
  | { readonly kind: 'update'; readonly table: TableName; readonly row: object }
  | { readonly kind: 'remove'; readonly table: TableName; readonly key: object }
  | { readonly kind: 'sweep'; readonly sweep: SweepName; readonly value: string | number };

/** Inserts a row, or replaces the one with the same key. */
export function put<Name extends TableName>(table: Name, row: RowOf<Name>): Write {
  return { kind: 'put', table, row };
}

/** Replaces the row with the same key if it exists: a row that was removed meanwhile is not stored again. */
export function update<Name extends TableName>(table: Name, row: RowOf<Name>): Write {
  return { kind: 'update', table, row };
}

/** Removes the row with this key, and what belongs to it, if it exists. */
export function remove<Name extends TableName>(table: Name, key: Partial<RowOf<Name>>): Write {
  return { kind: 'remove', table, key };
}

export function sweep(name: SweepName, value: string | number): Write {
  return { kind: 'sweep', sweep: name, value };
}
