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

/** What the person decided takes effect, or does not, but it is not saved. */
export class NotSavedError extends UserError {
  /** @param effect what is in effect, e.g. `the settings are changed until Guildhall ends` */
  constructor(effect: string, cause: unknown) {
    super(
      `${effect}, but it could not be saved: ${messageOf(cause)}`,
      (cause instanceof UserError ? cause.hint : null) ??
        'Make the disk of the home writable, then repeat it.',
    );
  }
}

/** The message of a thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The same without what follows, such as the paths where Node.js has looked for a module. */
export function firstLineOf(error: unknown): string {
  return messageOf(error).split(/\r?\n/, 1)[0] ?? '';
}
