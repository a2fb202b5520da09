/** An error for the person at the terminal or in the console: what is wrong and, if known, its mend. */
export class UserError extends Error {
  override readonly name = 'UserError';

  constructor(
    message: string,
    readonly mend: string | null = null,
  ) {
    super(message);
  }
}

/** The text of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
