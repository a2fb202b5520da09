import type { Static, TSchema } from 'typebox';
import { describeViolation, type InputReader, inputReader } from '../../protocol/declaration/input-reader.js';
import { rpcErrors } from '../../protocol/rpc/errors.js';

/**
 * Makes the reader of a command's or an event's arguments; absent ones count as empty. Wrong ones are refused with 4000,
 * which says which argument is wrong and how, e.g. `args.volume: must be <= 200`.
 */
export function argumentsReader<Args extends TSchema>(schema: Args): InputReader<Static<Args>> {
  const read = inputReader(schema, {
    most: 1,
    refuse: (violations) => rpcErrors.invalidPayload(describeViolation('args', violations)),
  });
  return (args) => read(args ?? {});
}
