/** Custom emojis of guilds; their images, base64 text as all images, apart from what is read with a guild. */
export const emojis = `
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
