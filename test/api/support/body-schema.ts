import type { OperationData } from '#guildhall/api/rest/operation.js';
import { BODIES } from '#guildhall/api/versions/v6/bodies/index.js';

/** The schema of an operation's body in version 6; null: it has no body. */
export function bodySchema({ body }: Pick<OperationData, 'body'>): object | null {
  return typeof body === 'string' ? BODIES[body].schema : body;
}
