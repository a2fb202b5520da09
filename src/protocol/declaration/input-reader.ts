import type { Static, TSchema } from 'typebox';
import { type Violation, validator } from '../schema.js';

/** Gives the input if it is right. Throws what its protocol refuses wrong input with. */
export type InputReader<Input> = (input: unknown) => Input;

interface RefuseOptions {
  /** Makes the error of the protocol; at least one violation is given. */
  refuse(violations: readonly Violation[]): Error;
  /** how many violations are wanted, by default as many as anybody reads */
  readonly most?: number;
}

/** Compiles a schema into the function that checks one kind of input. */
export function inputReader<Schema extends TSchema>(
  schema: Schema,
  { refuse, most }: RefuseOptions,
): InputReader<Static<Schema>> {
  const { is, violations } = validator(schema);
  return (input) => {
    if (is(input)) return input;
    throw refuse(violations(input, most));
  };
}

/**
 * Says what is wrong and where in one line, e.g. `args.volume: must be <= 200`.
 *
 * @param root what the input is called, e.g. `args`
 */
export function describeViolation(root: string, [violation]: readonly Violation[]): string {
  const where = [root, ...(violation?.path ?? [])].join('.');
  return `${where}: ${violation?.message ?? 'is invalid'}`;
}
