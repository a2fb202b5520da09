import type { Static, TSchema } from 'typebox';
import { type Violation, validator } from '../schema.js';

/** Returns valid input. Throws the protocol's error for invalid input. */
export type InputReader<Input> = (input: unknown) => Input;

interface RefuseOptions {
  /** Creates the error of the protocol for at least one violation. */
  refuse(violations: readonly Violation[], input: unknown): Error;
  /** the maximum number of violations, with a default that is enough for readers */
  readonly most?: number;
}

/** Compiles a schema into a function that checks input. */
export function inputReader<Schema extends TSchema>(
  schema: Schema,
  { refuse, most }: RefuseOptions,
): InputReader<Static<Schema>> {
  const { is, violations } = validator(schema);
  return (input) => {
    if (is(input)) return input;
    throw refuse(violations(input, most), input);
  };
}

/**
 * Describes a violation in one line, e.g. `args.volume: must be <= 200`.
 *
 * @param root the name of the input, e.g. `args`
 */
export function describeViolation(root: string, [violation]: readonly Violation[]): string {
  const where = [root, ...(violation?.path ?? [])].join('.');
  return `${where}: ${violation?.message ?? 'is invalid'}`;
}
