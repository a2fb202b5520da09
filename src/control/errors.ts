import { ExpectedError } from '../protocol/expected-error.js';

/** Errors of control operations: the code in the body, with its HTTP status. */
export const CONTROL_ERRORS = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  service_only: 404,
  refused: 409,
  internal: 500,
  unavailable: 503,
} as const;
export type ControlErrorCode = keyof typeof CONTROL_ERRORS;

/** A control request failed. */
export class ControlError extends ExpectedError {
  override readonly name = 'ControlError';

  constructor(
    readonly code: ControlErrorCode,
    message: string,
    readonly hint: string | null = null,
  ) {
    super(message);
  }
}

/** The body of an error response: `{"error":{"code","message","hint"}}`. */
export interface ControlErrorBody {
  readonly error: { readonly code: string; readonly message: string; readonly hint: string | null };
}
