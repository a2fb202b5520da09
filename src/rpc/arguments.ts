import { rpcErrors } from '../protocol/rpc/errors.js';
import type { Validator } from '../protocol/schema.js';

/**
 * Arguments as their schema describes them; absent ones count as empty.
 *
 * @throws {RpcError} 4000 that says which argument is wrong and how, e.g. `args.volume: must be <= 200`
 */
export function checkArguments<T>(validator: Validator<T>, args: unknown): T {
  const value = args ?? {};
  if (validator.is(value)) return value;
  const [violation] = validator.violations(value, 1);
  const where = ['args', ...(violation?.path ?? [])].join('.');
  throw rpcErrors.invalidPayload(`${where}: ${violation?.message ?? 'is invalid'}`);
}
