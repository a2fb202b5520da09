/** Images are kept as base64 text, by their hash: they are small, and rows travel as JSON. */
export const imagesInvitesIntegrations = `
CREATE TABLE images (
  kind TEXT NOT NULL CHECK (kind IN ('icons', 'splashes', 'avatars')),
  owner_id INTEGER NOT NULL,
  hash TEXT NOT NULL,
  data TEXT NOT NULL,
  PRIMARY KEY (kind, owner_id, hash)
) STRICT;

CREATE TABLE invites (
  code TEXT PRIMARY KEY,
  guild_id INTEGER NOT NULL REFERENCES guilds(id) ON DELETE CASCADE,
  channel_id INTEGER NOT NULL REFERENCES channels(id) ON DELETE CASCADE,
  inviter_id INTEGER REFERENCES users(id),
  uses INTEGER NOT NULL,
  max_uses INTEGER NOT NULL,
  max_age INTEGER NOT NULL,
  temporary INTEGER NOT NULL,
  vanity INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX invites_by_guild ON invites(guild_id);
CREATE INDEX invites_by_channel ON invites(channel_id);

CREATE TABLE temporary_members (
  guild_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  PRIMARY KEY (guild_id, user_id),
  FOREIGN KEY (guild_id, user_id) REFERENCES members(guild_id, user_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE integrations (
  guild_id INTEGER NOT NULL REFERENCES guilds(id) ON DELETE CASCADE,
  id INTEGER NOT NULL,
  name TEXT NOT NULL,
  type TEXT NOT NULL,
  enabled INTEGER NOT NULL,
  syncing INTEGER NOT NULL,
  role_id INTEGER NOT NULL,
  expire_behavior INTEGER NOT NULL,
  expire_grace_period INTEGER NOT NULL,
  enable_emoticons INTEGER NOT NULL,
  user_id INTEGER NOT NULL REFERENCES users(id),
  account_id TEXT NOT NULL,
  account_name TEXT NOT NULL,
  synced_at INTEGER NOT NULL,
  PRIMARY KEY (guild_id, id)
) STRICT, WITHOUT ROWID;
`;
