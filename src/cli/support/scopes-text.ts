import { describeScopes } from '../../control/consent/permissions.js';

/** What scopes permit, in words for people, what matters most first. With --json the scopes are printed. */
export function scopesText(scopes: readonly string[]): string {
  return describeScopes(scopes)
    .map(({ words }) => words)
    .join('; ');
}
