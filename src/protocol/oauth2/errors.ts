/** OAuth2 errors (RFC 6749 §4.1.2.1 and §5.2) with their HTTP status. */
export const OAUTH2_ERRORS = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  unsupported_response_type: 400,
  invalid_scope: 400,
  access_denied: 403,
  temporarily_unavailable: 503,
} as const;

export type OAuth2ErrorName = keyof typeof OAUTH2_ERRORS;
