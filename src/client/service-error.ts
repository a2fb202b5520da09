/** An OAuth2 error (RFC 6749 §5.2), e.g. `invalid_scope`. */
export interface OAuthRefusal {
  readonly error: string;
  readonly description: string;
}

/** The service refused a request or could not be reached. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  /** the first field of the request that is wrong, e.g. `name: Must be between 2 and 100 in length.`; null: none is known */
  field: string | null = null;

  /**
   * @param status HTTP status; 0 if the service could not be reached
   * @param code the error code in the body; 0 if there is none
   * @param oauth set if the service answered with an OAuth2 error
   */
  constructor(
    message: string,
    readonly status: number,
    readonly code: number = 0,
    readonly oauth: OAuthRefusal | null = null,
  ) {
    super(message);
  }

  /** Whether the service could not be reached, or failed. */
  get isOutage(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}
