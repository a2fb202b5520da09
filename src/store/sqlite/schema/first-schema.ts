/**
 * Ids are integers here (a snowflake fits 63 bits until the year 2084) and decimal text everywhere else. Times are
 * milliseconds since the Unix epoch. Secrets are SHA-256 hashes. Lists that are only ever read whole are JSON text.
 */
export const firstSchema = `
CREATE TABLE users (
  id INTEGER PRIMARY KEY,
  username TEXT NOT NULL,
  discriminator TEXT NOT NULL,
  avatar TEXT,
  bot INTEGER NOT NULL,
  mfa_enabled INTEGER NOT NULL,
  verified INTEGER NOT NULL,
  email TEXT
) STRICT;
CREATE UNIQUE INDEX users_by_tag ON users(username, discriminator);

CREATE TABLE applications (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  icon TEXT,
  secret_hash TEXT NOT NULL,
  approved INTEGER NOT NULL,
  owner_id INTEGER REFERENCES users(id),
  bot_id INTEGER REFERENCES users(id),
  rpc_origins TEXT NOT NULL,
  redirect_uris TEXT NOT NULL,
  testers TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX applications_by_bot ON applications(bot_id);

CREATE TABLE guilds (
  id INTEGER PRIMARY KEY,
  version INTEGER NOT NULL,
  name TEXT NOT NULL,
  icon TEXT,
  splash TEXT,
  owner_id INTEGER NOT NULL REFERENCES users(id),
  region TEXT NOT NULL,
  afk_channel_id INTEGER,
  afk_timeout INTEGER NOT NULL,
  embed_enabled INTEGER NOT NULL,
  embed_channel_id INTEGER,
  verification_level INTEGER NOT NULL,
  default_message_notifications INTEGER NOT NULL,
  explicit_content_filter INTEGER NOT NULL,
  features TEXT NOT NULL,
  mfa_level INTEGER NOT NULL,
  application_id INTEGER,
  widget_enabled INTEGER NOT NULL,
  widget_channel_id INTEGER,
  system_channel_id INTEGER
) STRICT;
CREATE INDEX guilds_by_application ON guilds(application_id) WHERE application_id IS NOT NULL;

CREATE TABLE roles (
  id INTEGER PRIMARY KEY,
  guild_id INTEGER NOT NULL REFERENCES guilds(id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  color INTEGER NOT NULL,
  hoist INTEGER NOT NULL,
  position INTEGER NOT NULL,
  permissions INTEGER NOT NULL,
  managed INTEGER NOT NULL,
  mentionable INTEGER NOT NULL
) STRICT;
CREATE INDEX roles_by_guild ON roles(guild_id);

CREATE TABLE channels (
  id INTEGER PRIMARY KEY,
  guild_id INTEGER NOT NULL REFERENCES guilds(id) ON DELETE CASCADE,
  application_id INTEGER,
  type INTEGER NOT NULL,
  name TEXT NOT NULL,
  topic TEXT,
  position INTEGER NOT NULL,
  nsfw INTEGER NOT NULL,
  bitrate INTEGER,
  user_limit INTEGER,
  parent_id INTEGER,
  permission_overwrites TEXT NOT NULL
) STRICT;
CREATE INDEX channels_by_guild ON channels(guild_id);
CREATE INDEX channels_by_application ON channels(application_id) WHERE application_id IS NOT NULL;

CREATE TABLE members (
  guild_id INTEGER NOT NULL REFERENCES guilds(id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users(id),
  nick TEXT,
  roles TEXT NOT NULL,
  joined_at INTEGER NOT NULL,
  deaf INTEGER NOT NULL,
  mute INTEGER NOT NULL,
  PRIMARY KEY (guild_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX members_by_user ON members(user_id);

CREATE TABLE messages (
  id INTEGER PRIMARY KEY,
  channel_id INTEGER NOT NULL REFERENCES channels(id) ON DELETE CASCADE,
  author_id INTEGER NOT NULL REFERENCES users(id),
  content TEXT NOT NULL,
  edited_at INTEGER,
  tts INTEGER NOT NULL,
  mention_everyone INTEGER NOT NULL,
  mentions TEXT NOT NULL,
  mention_roles TEXT NOT NULL,
  pinned INTEGER NOT NULL,
  type INTEGER NOT NULL
) STRICT;
CREATE INDEX messages_by_channel ON messages(channel_id);

-- What a user let an application do: one row per user and application.
CREATE TABLE grants (
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users(id),
  application_id INTEGER NOT NULL REFERENCES applications(id) ON DELETE CASCADE,
  scopes TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX grants_by_user ON grants(user_id, application_id);
CREATE INDEX grants_by_application ON grants(application_id);

-- Tokens of every kind. A chain is what one authorization code gave, over all refreshes.
CREATE TABLE tokens (
  hash TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('person', 'bot', 'access', 'refresh')),
  user_id INTEGER NOT NULL REFERENCES users(id),
  application_id INTEGER REFERENCES applications(id) ON DELETE CASCADE,
  grant_id INTEGER REFERENCES grants(id) ON DELETE CASCADE,
  chain TEXT,
  scopes TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX tokens_by_grant ON tokens(grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX tokens_by_chain ON tokens(chain) WHERE chain IS NOT NULL;
CREATE INDEX tokens_by_application ON tokens(application_id) WHERE application_id IS NOT NULL;
CREATE INDEX tokens_by_expiry ON tokens(expires_at) WHERE expires_at IS NOT NULL;

-- Used codes stay until they expire: a second use must be told from an unknown code.
CREATE TABLE authorization_codes (
  hash TEXT PRIMARY KEY,
  grant_id INTEGER NOT NULL REFERENCES grants(id) ON DELETE CASCADE,
  application_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  scopes TEXT NOT NULL,
  redirect_uri TEXT,
  expires_at INTEGER NOT NULL,
  used INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX authorization_codes_by_grant ON authorization_codes(grant_id);

CREATE TABLE rpc_tokens (
  hash TEXT PRIMARY KEY,
  application_id INTEGER NOT NULL REFERENCES applications(id) ON DELETE CASCADE,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX rpc_tokens_by_application ON rpc_tokens(application_id);
`;
