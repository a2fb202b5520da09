/**
 * Who subscribes to an integration, until when (milliseconds; NULL: until further notice). Integrations that were
 * attached before had @everyone as their role: each gets one of its own, with an id of this moment. The counting makes
 * ids differ within one store.
 */
export const integrationSubscribers = `
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
