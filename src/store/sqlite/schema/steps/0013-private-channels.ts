/**
 * Private channels: DMs and groups. They are rows of `channels` without a guild, so that messages refer to channels of every
 * kind alike; SQLite only drops NOT NULL with the column that has it. `dm_key` is the pair of users of a DM, which has one
 * channel; null for a group.
 */
export const privateChannels = `
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
