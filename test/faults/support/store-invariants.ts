import assert from 'node:assert/strict';
import { Database } from '#guildhall/store/sqlite/database.js';

/** Runs queries against the store's file, while the service runs or afterwards. */
export async function withDatabase<Result>(
  path: string,
  run: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await Database.open(path);
  try {
    return await run(database);
  } finally {
    await database.close();
  }
}

const OF_GUILD = (table: string) => `SELECT 1 FROM ${table} t WHERE t.guild_id = g.id`;

/** What must find nothing: references that no foreign key watches, and things that cannot be. */
const NOTHING: Readonly<Record<string, string>> = {
  'a role of a member that the guild does not have': `
    SELECT m.* FROM members m, json_each(m.roles) j
    WHERE NOT EXISTS (SELECT 1 FROM roles r WHERE r.guild_id = m.guild_id AND r.id = CAST(j.value AS INTEGER))`,
  'an overwrite for a role or member that the guild does not have': `
    SELECT c.id, j.value FROM channels c, json_each(c.permission_overwrites) j
    WHERE CASE json_extract(j.value, '$.type')
      WHEN 'role' THEN NOT EXISTS (SELECT 1 FROM roles r
        WHERE r.guild_id = c.guild_id AND r.id = CAST(json_extract(j.value, '$.id') AS INTEGER))
      ELSE NOT EXISTS (SELECT 1 FROM members m
        WHERE m.guild_id = c.guild_id AND m.user_id = CAST(json_extract(j.value, '$.id') AS INTEGER)) END`,
  'a parent that is not a category of the guild': `
    SELECT c.id FROM channels c WHERE c.parent_id IS NOT NULL AND NOT EXISTS
      (SELECT 1 FROM channels p WHERE p.id = c.parent_id AND p.guild_id = c.guild_id AND p.type = 4)`,
  ...Object.fromEntries(
    ['afk', 'embed', 'widget', 'system'].map((use) => [
      `a channel for ${use} that the guild does not have`,
      `SELECT g.id FROM guilds g WHERE g.${use}_channel_id IS NOT NULL
        AND NOT EXISTS (${OF_GUILD('channels')} AND t.id = g.${use}_channel_id)`,
    ]),
  ),
  'a role of an integration that the guild does not have': `
    SELECT i.id FROM integrations i
    WHERE NOT EXISTS (SELECT 1 FROM roles r WHERE r.guild_id = i.guild_id AND r.id = i.role_id)`,
  'a managed role without its integration': `
    SELECT r.id FROM roles r WHERE r.managed
      AND NOT EXISTS (SELECT 1 FROM integrations i WHERE i.guild_id = r.guild_id AND i.role_id = r.id)`,
  'an image that nothing shows': `
    SELECT i.kind, i.owner_id, i.hash FROM images i WHERE NOT CASE i.kind
      WHEN 'icons' THEN EXISTS (SELECT 1 FROM guilds g WHERE g.id = i.owner_id AND g.icon = i.hash)
      WHEN 'splashes' THEN EXISTS (SELECT 1 FROM guilds g WHERE g.id = i.owner_id AND g.splash = i.hash)
      ELSE EXISTS (SELECT 1 FROM users u WHERE u.id = i.owner_id AND u.avatar = i.hash) END`,
  'an icon without its image': `
    SELECT g.id FROM guilds g WHERE g.icon IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM images i WHERE i.kind = 'icons' AND i.owner_id = g.id AND i.hash = g.icon)`,
  'a guild without @everyone': `SELECT g.id FROM guilds g WHERE NOT EXISTS (${OF_GUILD('roles')} AND t.id = g.id)`,
  'a guild without its owner': `
    SELECT g.id FROM guilds g WHERE NOT EXISTS (${OF_GUILD('members')} AND t.user_id = g.owner_id)`,
  'a banned member': 'SELECT * FROM bans JOIN members USING (guild_id, user_id)',
  'an invite for a channel of another guild': `
    SELECT i.code FROM invites i JOIN channels c ON c.id = i.channel_id WHERE c.guild_id <> i.guild_id`,
  'an invite that is used up': 'SELECT code FROM invites WHERE max_uses > 0 AND uses >= max_uses',
  'a used code that gave one of two tokens': `
    SELECT t.chain FROM tokens t WHERE t.chain IS NOT NULL
    GROUP BY t.chain HAVING SUM(t.kind = 'refresh' AND t.rotated_at IS NULL) <> 1 OR SUM(t.kind = 'access') < 1`,
  'tokens of a code that is not used': `
    SELECT c.hash FROM authorization_codes c JOIN tokens t ON t.chain = c.hash WHERE c.used = 0`,
  'a grant that gives nothing': `
    SELECT g.id FROM grants g WHERE NOT EXISTS (SELECT 1 FROM tokens t WHERE t.grant_id = g.id)
      AND NOT EXISTS (SELECT 1 FROM authorization_codes c WHERE c.grant_id = g.id AND c.used = 0)`,
};

/** Asserts that the store's file is whole, and that nothing in it refers to what is not there. */
export async function assertSound(path: string): Promise<void> {
  await withDatabase(path, async (database) => {
    assert.deepEqual(await database.all('PRAGMA integrity_check'), [{ integrity_check: 'ok' }]);
    assert.deepEqual(await database.all('PRAGMA foreign_key_check'), []);
    for (const [what, sql] of Object.entries(NOTHING)) {
      assert.deepEqual(await database.all(sql), [], `${what} is in the store`);
    }
  });
}
