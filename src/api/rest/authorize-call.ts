import type { Caller } from '../caller.js';
import type { OperationData } from './operation.js';
import { RestError } from './rest-error.js';

/**
 * Makes sure that the caller is one the operation is for.
 *
 * @throws {RestError} UNAUTHORIZED, ONLY_BOTS, NO_BOTS, or MISSING_ACCESS for a bearer token without the scope
 */
export function requireAudience(caller: Caller | null, { audience, scopes }: OperationData): Caller {
  if (caller === null) throw new RestError('UNAUTHORIZED');
  if (audience === 'bot' && caller.kind !== 'bot') throw new RestError('ONLY_BOTS');
  if (audience === 'person' && caller.kind === 'bot') throw new RestError('NO_BOTS');
  if (caller.kind !== 'bearer') return caller;
  // What only a signed-in person does themselves, no application does in their name.
  if (audience !== 'person') {
    if (scopes === 'any' || scopes.some((scope) => caller.scopes.has(scope))) return caller;
    const scope = scopes.join(' ');
    const challenge = { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` };
    throw new RestError('MISSING_ACCESS', [], challenge);
  }
  throw new RestError('MISSING_ACCESS', [], { 'www-authenticate': 'Bearer error="insufficient_scope"' });
}
