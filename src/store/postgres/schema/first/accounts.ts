/**
 * Accounts, applications and what is granted to them. Ids are 64-bit integers here and decimal text everywhere else;
 * times are milliseconds since the Unix epoch; secrets are SHA-256 hashes. Text is compared byte by byte, as everywhere
 * else. Lists that are only ever read whole are JSON, whose text is kept.
 */
export const accounts = `
CREATE DOMAIN flag AS smallint CHECK (VALUE IN (0, 1));
CREATE DOMAIN words AS text COLLATE "C";

CREATE TABLE users (
  id bigint PRIMARY KEY,
  username words NOT NULL,
  discriminator words NOT NULL,
  avatar words,
  bot flag NOT NULL,
  mfa_enabled flag NOT NULL,
  verified flag NOT NULL,
  email words,
  phone words
);
CREATE UNIQUE INDEX users_by_tag ON users(username, discriminator);
CREATE INDEX people ON users(id) WHERE bot = 0;

CREATE TABLE two_factor (
  user_id bigint PRIMARY KEY REFERENCES users(id) ON DELETE CASCADE,
  secret words NOT NULL,
  confirmed flag NOT NULL,
  last_step bigint NOT NULL,
  backup_codes json NOT NULL
);

CREATE TABLE user_activity (
  user_id bigint PRIMARY KEY REFERENCES users(id) ON DELETE CASCADE,
  seen_at bigint NOT NULL
) WITH (fillfactor = 80);

CREATE TABLE applications (
  id bigint PRIMARY KEY,
  name words NOT NULL,
  description words NOT NULL,
  icon words,
  secret_hash words NOT NULL,
  approved flag NOT NULL,
  owner_id bigint REFERENCES users(id),
  bot_id bigint REFERENCES users(id),
  rpc_origins json NOT NULL,
  redirect_uris json NOT NULL,
  testers json NOT NULL
);
CREATE UNIQUE INDEX applications_by_bot ON applications(bot_id);

CREATE TABLE grants (
  id bigint PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users(id),
  application_id bigint NOT NULL REFERENCES applications(id) ON DELETE CASCADE,
  scopes json NOT NULL,
  created_at bigint NOT NULL,
  once flag NOT NULL
);
CREATE INDEX grants_by_user ON grants(user_id);
CREATE INDEX grants_by_application ON grants(application_id);
CREATE UNIQUE INDEX lasting_grants ON grants(user_id, application_id) WHERE once = 0;
CREATE INDEX once_grants_by_age ON grants(created_at) WHERE once = 1;

CREATE TABLE tokens (
  hash words PRIMARY KEY,
  kind words NOT NULL CHECK (kind IN ('person', 'bot', 'access', 'refresh')),
  user_id bigint NOT NULL REFERENCES users(id),
  application_id bigint REFERENCES applications(id) ON DELETE CASCADE,
  grant_id bigint REFERENCES grants(id) ON DELETE CASCADE,
  chain words,
  scopes json NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint,
  rotated_at bigint
);
CREATE INDEX tokens_by_grant ON tokens(grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX tokens_by_chain ON tokens(chain) WHERE chain IS NOT NULL;
CREATE INDEX tokens_by_application ON tokens(application_id) WHERE application_id IS NOT NULL;
CREATE INDEX tokens_by_expiry ON tokens(expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE authorization_codes (
  hash words PRIMARY KEY,
  grant_id bigint NOT NULL REFERENCES grants(id) ON DELETE CASCADE,
  application_id bigint NOT NULL,
  user_id bigint NOT NULL,
  scopes json NOT NULL,
  redirect_uri words,
  code_challenge words,
  expires_at bigint NOT NULL,
  used flag NOT NULL
);
CREATE INDEX authorization_codes_by_grant ON authorization_codes(grant_id);
CREATE INDEX authorization_codes_by_expiry ON authorization_codes(expires_at);

CREATE TABLE rpc_tokens (
  hash words PRIMARY KEY,
  application_id bigint NOT NULL REFERENCES applications(id) ON DELETE CASCADE,
  expires_at bigint NOT NULL
);
CREATE INDEX rpc_tokens_by_application ON rpc_tokens(application_id);
CREATE INDEX rpc_tokens_by_expiry ON rpc_tokens(expires_at);
`;
