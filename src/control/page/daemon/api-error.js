/** The daemon refused a request; `message` and `hint` are for the person. */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {string} message
   * @param {string | null} hint
   */
  constructor(status, message, hint) {
    super(message);
    this.status = status;
    this.hint = hint;
  }
}

/**
 * @param {Response} response
 * @returns {Promise<Response>} the same
 * @throws {ApiError} unless it is a success
 */
export async function requireSuccess(response) {
  if (response.ok) return response;
  const { error } = await response.json().catch(() => ({ error: { message: response.statusText } }));
  throw new ApiError(response.status, error.message, error.hint ?? null);
}
