import Type, { type Static } from 'typebox';
import { isScope, SCOPES, sortScopesForPerson } from '../../protocol/scopes.js';
import type { ConsentRequest } from '../../rpc/consent/consent.js';

/** A permission that an application requests, as shown to the person; `scopes` of a request are shown unchanged. */
export const PermissionSchema = Type.Object({
  /** a scope, or `key capture` */
  name: Type.String(),
  /** completes the sentence “It asks to …” */
  words: Type.String(),
  /** listed first and marked */
  sensitive: Type.Boolean(),
});
export type Permission = Static<typeof PermissionSchema>;

/** Describes the permission to record keys to the person (docs/rpc.md, Key capture). */
export const KEY_CAPTURE_WORDS =
  'record key combinations while you set a shortcut, and learn when you press a key that it chooses for push-to-talk';

/** The permissions of a request, sensitive ones first. */
export function describePermissions({ kind, scopes }: Pick<ConsentRequest, 'kind' | 'scopes'>): Permission[] {
  if (kind === 'capture') return [{ name: 'key capture', words: KEY_CAPTURE_WORDS, sensitive: true }];
  return describeScopes(scopes);
}

/** Scopes in one line of words. With --json the scopes are printed. */
export function scopesText(scopes: readonly string[]): string {
  return describeScopes(scopes)
    .map(({ words }) => words)
    .join('; ');
}

/** Scopes in words, sensitive ones first. Those of other services, which have no words here, count as sensitive. */
export function describeScopes(scopes: readonly string[]): Permission[] {
  const unknown = scopes.filter((scope) => !isScope(scope));
  return [
    ...unknown.map((scope) => ({ name: scope, words: `use ${scope}`, sensitive: true })),
    ...sortScopesForPerson(scopes.filter(isScope)).map((scope) => ({ name: scope, ...SCOPES[scope] })),
  ];
}
