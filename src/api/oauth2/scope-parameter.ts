import { isScope, type Scope } from '../../protocol/scopes.js';
import { OAuth2Error } from '../core/oauth2-error.js';

/** Parses scopes as OAuth2 writes them: separated by spaces (RFC 6749 §3.3). @throws {OAuth2Error} invalid_scope */
export function parseScopes(parameter: string | undefined): Scope[] {
  const names = [...new Set((parameter ?? '').split(' ').filter((name) => name !== ''))];
  if (names.length === 0) throw new OAuth2Error('invalid_scope', 'no scope was asked for');
  return names.map((name) => {
    if (!isScope(name))
      throw new OAuth2Error('invalid_scope', 'a scope that was asked for is unknown or not supported');
    return name;
  });
}
