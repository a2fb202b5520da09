/**
 * Two-factor authentication of people (RFC 6238): the secret, in base32, is readable because codes are computed from it;
 * backup codes are hashes. `last_step` is the time step of the newest code that was accepted: no code works twice.
 */
export const twoFactor = `
CREATE TABLE two_factor (
  user_id INTEGER PRIMARY KEY REFERENCES users(id) ON DELETE CASCADE,
  secret TEXT NOT NULL,
  confirmed INTEGER NOT NULL,
  last_step INTEGER NOT NULL,
  backup_codes TEXT NOT NULL
) STRICT;
`;
