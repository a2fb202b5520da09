import { ALL_PERMISSIONS } from '../../../../protocol/permissions.js';
import { RestError } from '../../../core/rest-error.js';

/**
 * Reads permission bits of a body (docs/rest.md, Permissions). Unknown bits are refused: if they were dropped, a
 * request for a permission would be answered with a role that does not have it.
 *
 * @param path of the field in the body
 * @param field a number or a decimal string
 * @throws {RestError} INVALID_FORM_BODY
 */
export function readPermissions(path: readonly string[], field: number | string): number {
  const bits = Number(field);
  // Bit operations wrap beyond 31 bits.
  if (bits <= ALL_PERMISSIONS && (bits & ~ALL_PERMISSIONS) === 0) return bits;
  const message = `Value has bits that name no permission; all permissions together are ${ALL_PERMISSIONS}.`;
  throw new RestError('INVALID_FORM_BODY', [{ path, code: 'BITFIELD_UNKNOWN_BITS', message }]);
}
