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

/** The text of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
