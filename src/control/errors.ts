/** Errors of the control routes: the code in the body, with the HTTP status it goes out with. */
export const CONTROL_ERRORS = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  refused: 409,
  internal: 500,
  unavailable: 503,
} as const;
export type ControlErrorCode = keyof typeof CONTROL_ERRORS;

/** A control request that cannot be carried out. */
export class ControlError extends Error {
  override readonly name = 'ControlError';

  constructor(
    readonly code: ControlErrorCode,
    message: string,
    readonly hint: string | null = null,
  ) {
    super(message);
  }
}

/** What goes out for an error: `{"error":{"code","message","hint"}}`. */
export interface ControlErrorBody {
  readonly error: { readonly code: string; readonly message: string; readonly hint: string | null };
}
