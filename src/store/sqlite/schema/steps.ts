import { firstSchema } from './first-schema.js';

/**
 * Who is banned from which guild, and when each user was last seen: one row a user, because being there is not being
 * there in one guild.
 */
const bansAndActivity = `
CREATE TABLE bans (
  guild_id INTEGER NOT NULL REFERENCES guilds(id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users(id),
  reason TEXT,
  PRIMARY KEY (guild_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE user_activity (
  user_id INTEGER PRIMARY KEY REFERENCES users(id) ON DELETE CASCADE,
  seen_at INTEGER NOT NULL
) STRICT;

CREATE INDEX messages_by_author ON messages(author_id, id);
`;

/** Images are stored as base64 text, by their hash: they are small, and rows are passed as JSON. */
const imagesInvitesIntegrations = `
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

/** Who did what to a guild, and why; an entry is written in the transaction of its change. */
const auditLog = `
CREATE TABLE audit_log (
  id INTEGER PRIMARY KEY,
  guild_id INTEGER NOT NULL REFERENCES guilds(id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users(id),
  action_type INTEGER NOT NULL,
  target_id INTEGER,
  changes TEXT NOT NULL,
  options TEXT NOT NULL,
  reason TEXT
) STRICT;
CREATE INDEX audit_log_by_guild ON audit_log(guild_id, id);
`;

/** The verified phone number of a user: what guilds of the highest verification level ask for. */
const phone = `
ALTER TABLE users ADD COLUMN phone TEXT;
`;

/**
 * Who subscribes to an integration, until when (milliseconds; NULL: until further notice). Integrations that were
 * attached before had @everyone as their role: each gets one of its own, with an id of this moment. The counting makes
 * ids differ within one store.
 */
const integrationSubscribers = `
CREATE TABLE integration_subscribers (
  guild_id INTEGER NOT NULL,
  integration_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  expires_at INTEGER,
  PRIMARY KEY (guild_id, integration_id, user_id),
  FOREIGN KEY (guild_id, integration_id) REFERENCES integrations(guild_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX integration_subscribers_by_user ON integration_subscribers(user_id);

UPDATE integrations SET role_id = ((CAST(strftime('%s', 'now') AS INTEGER) * 1000 - 1420070400000) << 22) + (
  SELECT COUNT(*) FROM integrations AS earlier
  WHERE (earlier.guild_id, earlier.id) <= (integrations.guild_id, integrations.id));
INSERT INTO roles (id, guild_id, name, color, hoist, position, permissions, managed, mentionable)
  SELECT role_id, guild_id, name, 0, 0, 1, 0, 1, 0 FROM integrations;
`;

/**
 * Grants that end with the connection that asked (docs/adr/0010). A user has one lasting grant of an application and any
 * number of these.
 */
const onceGrants = `
ALTER TABLE grants ADD COLUMN once INTEGER NOT NULL DEFAULT 0;
DROP INDEX grants_by_user;
CREATE INDEX grants_by_user ON grants(user_id);
CREATE UNIQUE INDEX lasting_grants ON grants(user_id, application_id) WHERE once = 0;
CREATE INDEX once_grants_by_age ON grants(created_at) WHERE once = 1;
`;

/** Embeds of messages; a list that is only ever read whole. */
const messageEmbeds = `
ALTER TABLE messages ADD COLUMN embeds TEXT NOT NULL DEFAULT '[]';
`;

/**
 * When a refresh token was exchanged for new ones (milliseconds; NULL: it was not), so that a second use is detected; and
 * the PKCE challenge of an authorization code (docs/adr/0015-refresh-tokens-work-once.md).
 */
const refreshReuseAndPkce = `
ALTER TABLE tokens ADD COLUMN rotated_at INTEGER;
ALTER TABLE authorization_codes ADD COLUMN code_challenge TEXT;
`;

/**
 * Reactions to messages, and when something was last pinned in a channel. `emoji_key` identifies an emoji: the id of a custom
 * one, the characters of another without variation selectors.
 */
const reactionsAndPins = `
CREATE TABLE reactions (
  message_id INTEGER NOT NULL REFERENCES messages(id) ON DELETE CASCADE,
  emoji_key TEXT NOT NULL,
  user_id INTEGER NOT NULL REFERENCES users(id),
  emoji TEXT NOT NULL,
  reacted_at INTEGER NOT NULL,
  PRIMARY KEY (message_id, emoji_key, user_id)
) STRICT, WITHOUT ROWID;
-- A message may go while a reaction to it waits for the disk; the foreign key would fail the whole transaction.
CREATE TRIGGER reactions_of_deleted_messages BEFORE INSERT ON reactions
WHEN NOT EXISTS (SELECT 1 FROM messages WHERE id = NEW.message_id)
BEGIN
  SELECT RAISE(IGNORE);
END;

ALTER TABLE channels ADD COLUMN last_pin_at INTEGER;
CREATE INDEX pinned_messages ON messages(channel_id) WHERE pinned = 1;
`;

/** Custom emojis of guilds; their images, base64 text as all images, apart from what is read with a guild. */
const emojis = `
CREATE TABLE emojis (
  id INTEGER PRIMARY KEY,
  guild_id INTEGER NOT NULL REFERENCES guilds(id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  roles TEXT NOT NULL,
  user_id INTEGER NOT NULL REFERENCES users(id),
  animated INTEGER NOT NULL
) STRICT;
CREATE INDEX emojis_by_guild ON emojis(guild_id);

CREATE TABLE emoji_images (
  emoji_id INTEGER PRIMARY KEY REFERENCES emojis(id) ON DELETE CASCADE,
  data TEXT NOT NULL
) STRICT;
`;

/**
 * Two-factor authentication of people (RFC 6238): the secret, in base32, is readable because codes are computed from it;
 * backup codes are hashes. `last_step` is the time step of the newest code that was accepted: no code works twice.
 */
const twoFactor = `
CREATE TABLE two_factor (
  user_id INTEGER PRIMARY KEY REFERENCES users(id) ON DELETE CASCADE,
  secret TEXT NOT NULL,
  confirmed INTEGER NOT NULL,
  last_step INTEGER NOT NULL,
  backup_codes TEXT NOT NULL
) STRICT;
`;

/**
 * Private channels: DMs and groups. They are rows of `channels` without a guild, so that messages refer to channels of every
 * kind alike; SQLite only drops NOT NULL with the column that has it. `dm_key` is the pair of users of a DM, which has one
 * channel; null for a group.
 */
const privateChannels = `
DROP INDEX channels_by_guild;
ALTER TABLE channels RENAME COLUMN guild_id TO required_guild_id;
ALTER TABLE channels ADD COLUMN guild_id INTEGER REFERENCES guilds(id) ON DELETE CASCADE;
UPDATE channels SET guild_id = required_guild_id;
ALTER TABLE channels DROP COLUMN required_guild_id;
CREATE INDEX channels_by_guild ON channels(guild_id) WHERE guild_id IS NOT NULL;

CREATE TABLE private_channels (
  id INTEGER PRIMARY KEY REFERENCES channels(id) ON DELETE CASCADE,
  owner_id INTEGER REFERENCES users(id) ON DELETE SET NULL,
  icon TEXT,
  dm_key TEXT UNIQUE
) STRICT;

CREATE TABLE private_channel_recipients (
  channel_id INTEGER NOT NULL REFERENCES private_channels(id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  nick TEXT,
  is_open INTEGER NOT NULL,
  PRIMARY KEY (channel_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX private_channel_recipients_by_user ON private_channel_recipients(user_id);
`;

/**
 * Files of messages. Their bytes are files next to the store, named by `id`. `removed_files` lists those whose row was removed,
 * whatever removed it, until the file is removed, too.
 */
const attachments = `
CREATE TABLE attachments (
  id INTEGER PRIMARY KEY,
  message_id INTEGER NOT NULL REFERENCES messages(id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL,
  filename TEXT NOT NULL,
  size INTEGER NOT NULL,
  content_type TEXT NOT NULL,
  width INTEGER,
  height INTEGER,
  access_key TEXT NOT NULL
) STRICT;
CREATE INDEX attachments_by_message ON attachments(message_id);

CREATE TABLE removed_files (
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL,
  size INTEGER NOT NULL
) STRICT;
CREATE TRIGGER files_of_deleted_attachments AFTER DELETE ON attachments
BEGIN
  INSERT INTO removed_files (id, user_id, size) VALUES (OLD.id, OLD.user_id, OLD.size);
END;
`;

/**
 * Indexes for what would otherwise read every row: expired codes and tokens of RPC, and an audit log by user or action.
 */
const indexesForGrowth = `
CREATE INDEX authorization_codes_by_expiry ON authorization_codes(expires_at);
CREATE INDEX rpc_tokens_by_expiry ON rpc_tokens(expires_at);
CREATE INDEX audit_log_by_user ON audit_log(guild_id, user_id, id);
CREATE INDEX audit_log_by_action ON audit_log(guild_id, action_type, id);
`;

/**
 * The schema as a list of steps: a store of version n has had the first n applied. A released step never changes; later
 * changes are new steps at the end.
 */
export const SCHEMA_STEPS: readonly string[] = [
  firstSchema,
  bansAndActivity,
  imagesInvitesIntegrations,
  auditLog,
  phone,
  integrationSubscribers,
  onceGrants,
  messageEmbeds,
  refreshReuseAndPkce,
  reactionsAndPins,
  emojis,
  twoFactor,
  privateChannels,
  attachments,
  indexesForGrowth,
];
