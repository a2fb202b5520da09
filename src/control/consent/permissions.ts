import Type, { type Static } from 'typebox';
import { SCOPES, sortScopesForPerson } from '../../protocol/scopes.js';
import type { ConsentRequest } from '../../rpc/consent.js';

/** One thing that an application asks for, as the person sees it; `scopes` of a request stays what was sent. */
export const PermissionSchema = Type.Object({
  /** for a scope, the scope */
  name: Type.String(),
  /** completes the sentence “It asks to …” */
  words: Type.String(),
  /** listed first and marked */
  sensitive: Type.Boolean(),
});
export type Permission = Static<typeof PermissionSchema>;

/** What the permission to record keys allows, in words for the person who is asked (docs/rpc.md, Key capture). */
export const KEY_CAPTURE_WORDS = 'record key combinations while you set a shortcut';

/** What a request lets the application do if it is allowed, the sensitive permissions first. */
export function describePermissions({ kind, scopes }: Pick<ConsentRequest, 'kind' | 'scopes'>): Permission[] {
  if (kind === 'capture') return [{ name: 'key capture', words: KEY_CAPTURE_WORDS, sensitive: true }];
  return sortScopesForPerson(scopes).map((scope) => ({ name: scope, ...SCOPES[scope] }));
}
