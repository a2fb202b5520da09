import { addMemberRows } from './add-member.js';
import { addMemberAsGuestRows } from './add-member-as-guest.js';
import type { CastRow, Table } from './common.js';
import { createGuildRows } from './create-guild.js';
import { guildBanRows } from './guild-bans.js';
import { guildChannelRows } from './guild-channels.js';
import { guildEmbedRows } from './guild-embed.js';
import { guildEmojiRows } from './guild-emojis.js';
import { guildMemberRows } from './guild-members.js';
import { guildPruneRows } from './guild-prune.js';
import { guildRoleRows } from './guild-roles.js';
import { guildRows } from './guilds.js';
import { integrationRows } from './integrations.js';
import { modifyGuildRows } from './modify-guild.js';
import { modifyMemberRows } from './modify-member.js';

/** Every row of every operation on guilds, by the operation's name. */
export const GUILD_ROWS: ReadonlyMap<string, readonly CastRow[]> = joined([
  createGuildRows,
  guildRows,
  modifyGuildRows,
  guildChannelRows,
  guildMemberRows,
  addMemberRows,
  addMemberAsGuestRows,
  modifyMemberRows,
  guildBanRows,
  guildRoleRows,
  guildPruneRows,
  integrationRows,
  guildEmbedRows,
  guildEmojiRows,
]);

function joined(tables: readonly Table[]): Map<string, CastRow[]> {
  const all = new Map<string, CastRow[]>();
  for (const [operation, rows] of tables.flatMap((table) => Object.entries(table))) {
    all.set(operation, [...(all.get(operation) ?? []), ...rows]);
  }
  return all;
}
