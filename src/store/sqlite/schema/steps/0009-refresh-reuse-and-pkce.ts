/**
 * When a refresh token was exchanged for new ones (milliseconds; NULL: it was not), so that a second use is detected; and
 * the PKCE challenge of an authorization code (docs/adr/0015-refresh-tokens-work-once.md).
 */
export const refreshReuseAndPkce = `
ALTER TABLE tokens ADD COLUMN rotated_at INTEGER;
ALTER TABLE authorization_codes ADD COLUMN code_challenge TEXT;
`;
