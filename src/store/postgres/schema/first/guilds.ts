/** Guilds, channels of every kind, and what belongs to them. */
export const guilds = `
CREATE TABLE guilds (
  id bigint PRIMARY KEY,
  version bigint NOT NULL,
  name words NOT NULL,
  icon words,
  splash words,
  owner_id bigint NOT NULL REFERENCES users(id),
  region words NOT NULL,
  afk_channel_id bigint,
  afk_timeout bigint NOT NULL,
  embed_enabled flag NOT NULL,
  embed_channel_id bigint,
  verification_level bigint NOT NULL,
  default_message_notifications bigint NOT NULL,
  explicit_content_filter bigint NOT NULL,
  features json NOT NULL,
  mfa_level bigint NOT NULL,
  application_id bigint,
  widget_enabled flag NOT NULL,
  widget_channel_id bigint,
  system_channel_id bigint
) WITH (fillfactor = 80);
CREATE INDEX guilds_by_application ON guilds(application_id) WHERE application_id IS NOT NULL;

CREATE TABLE roles (
  id bigint PRIMARY KEY,
  guild_id bigint NOT NULL REFERENCES guilds(id) ON DELETE CASCADE,
  name words NOT NULL,
  color bigint NOT NULL,
  hoist flag NOT NULL,
  position bigint NOT NULL,
  permissions bigint NOT NULL,
  managed flag NOT NULL,
  mentionable flag NOT NULL
);
CREATE INDEX roles_by_guild ON roles(guild_id, id);

-- Private channels are rows without a guild, so that messages refer to channels of every kind alike.
CREATE TABLE channels (
  id bigint PRIMARY KEY,
  guild_id bigint REFERENCES guilds(id) ON DELETE CASCADE,
  application_id bigint,
  type bigint NOT NULL,
  name words NOT NULL,
  topic words,
  position bigint NOT NULL,
  nsfw flag NOT NULL,
  bitrate bigint,
  user_limit bigint,
  parent_id bigint,
  permission_overwrites json NOT NULL,
  last_pin_at bigint
);
CREATE INDEX channels_by_guild ON channels(guild_id, id) WHERE guild_id IS NOT NULL;
CREATE INDEX channels_by_application ON channels(application_id) WHERE application_id IS NOT NULL;

CREATE TABLE private_channels (
  id bigint PRIMARY KEY REFERENCES channels(id) ON DELETE CASCADE,
  owner_id bigint REFERENCES users(id) ON DELETE SET NULL,
  icon words,
  dm_key words UNIQUE
);

CREATE TABLE private_channel_recipients (
  channel_id bigint NOT NULL REFERENCES private_channels(id) ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  nick words,
  is_open flag NOT NULL,
  PRIMARY KEY (channel_id, user_id)
);
CREATE INDEX private_channel_recipients_by_user ON private_channel_recipients(user_id, channel_id);

CREATE TABLE members (
  guild_id bigint NOT NULL REFERENCES guilds(id) ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users(id),
  nick words,
  roles json NOT NULL,
  joined_at bigint NOT NULL,
  deaf flag NOT NULL,
  mute flag NOT NULL,
  PRIMARY KEY (guild_id, user_id)
);
CREATE INDEX members_by_user ON members(user_id, guild_id);

CREATE TABLE bans (
  guild_id bigint NOT NULL REFERENCES guilds(id) ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users(id),
  reason words,
  PRIMARY KEY (guild_id, user_id)
);

CREATE TABLE audit_log (
  id bigint PRIMARY KEY,
  guild_id bigint NOT NULL REFERENCES guilds(id) ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users(id),
  action_type bigint NOT NULL,
  target_id bigint,
  changes json NOT NULL,
  options json NOT NULL,
  reason words
);
CREATE INDEX audit_log_by_guild ON audit_log(guild_id, id);
CREATE INDEX audit_log_by_user ON audit_log(guild_id, user_id, id);
CREATE INDEX audit_log_by_action ON audit_log(guild_id, action_type, id);

-- Images are base64 text, found by their hash.
CREATE TABLE images (
  kind words NOT NULL CHECK (kind IN ('icons', 'splashes', 'avatars')),
  owner_id bigint NOT NULL,
  hash words NOT NULL,
  data words NOT NULL,
  PRIMARY KEY (kind, owner_id, hash)
);

CREATE TABLE emojis (
  id bigint PRIMARY KEY,
  guild_id bigint NOT NULL REFERENCES guilds(id) ON DELETE CASCADE,
  name words NOT NULL,
  roles json NOT NULL,
  user_id bigint NOT NULL REFERENCES users(id),
  animated flag NOT NULL
);
CREATE INDEX emojis_by_guild ON emojis(guild_id, id);

CREATE TABLE emoji_images (
  emoji_id bigint PRIMARY KEY REFERENCES emojis(id) ON DELETE CASCADE,
  data words NOT NULL
);

CREATE TABLE invites (
  code words PRIMARY KEY,
  guild_id bigint NOT NULL REFERENCES guilds(id) ON DELETE CASCADE,
  channel_id bigint NOT NULL REFERENCES channels(id) ON DELETE CASCADE,
  inviter_id bigint REFERENCES users(id),
  uses bigint NOT NULL,
  max_uses bigint NOT NULL,
  max_age bigint NOT NULL,
  temporary flag NOT NULL,
  vanity flag NOT NULL,
  created_at bigint NOT NULL
);
CREATE INDEX invites_by_guild ON invites(guild_id);
CREATE INDEX invites_by_channel ON invites(channel_id);

CREATE TABLE temporary_members (
  guild_id bigint NOT NULL,
  user_id bigint NOT NULL,
  PRIMARY KEY (guild_id, user_id),
  FOREIGN KEY (guild_id, user_id) REFERENCES members(guild_id, user_id) ON DELETE CASCADE
);

CREATE TABLE integrations (
  guild_id bigint NOT NULL REFERENCES guilds(id) ON DELETE CASCADE,
  id bigint NOT NULL,
  name words NOT NULL,
  type words NOT NULL,
  enabled flag NOT NULL,
  syncing flag NOT NULL,
  role_id bigint NOT NULL,
  expire_behavior bigint NOT NULL,
  expire_grace_period bigint NOT NULL,
  enable_emoticons flag NOT NULL,
  user_id bigint NOT NULL REFERENCES users(id),
  account_id words NOT NULL,
  account_name words NOT NULL,
  synced_at bigint NOT NULL,
  PRIMARY KEY (guild_id, id)
);

CREATE TABLE integration_subscribers (
  guild_id bigint NOT NULL,
  integration_id bigint NOT NULL,
  user_id bigint NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  expires_at bigint,
  PRIMARY KEY (guild_id, integration_id, user_id),
  FOREIGN KEY (guild_id, integration_id) REFERENCES integrations(guild_id, id) ON DELETE CASCADE
);
CREATE INDEX integration_subscribers_by_user ON integration_subscribers(user_id);
`;
