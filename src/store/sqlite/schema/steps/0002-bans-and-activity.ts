/**
 * Who is banned from which guild, and when each user was last seen: one row a user, because being there is not being
 * there in one guild.
 */
export const bansAndActivity = `
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
