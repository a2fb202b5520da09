/** An error for the person at the terminal or in the console: what is wrong and, if known, a hint how to fix it. */
export class UserError extends Error {
  override readonly name = 'UserError';

  constructor(
    message: string,
    readonly hint: string | null = null,
  ) {
    super(message);
  }
}

/** What the person typed is not valid, e.g. a name that is too long. */
export class InputError extends UserError {}

/** An invalid command line, e.g. a flag with a value that it does not accept; exit code 2. */
export class UsageError extends UserError {}

/** The message of a thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
