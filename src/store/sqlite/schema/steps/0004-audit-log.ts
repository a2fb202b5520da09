/** Who did what to a guild, and why; an entry is written in the transaction of its change. */
export const auditLog = `
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
