import type { Snowflake } from '../protocol/snowflake.js';
import type { GuildChange } from './changes.js';
import type { GuildState } from './state.js';

const NOBODY: ReadonlySet<Snowflake> = new Set();

/** The channels that had overwrites for these roles and members, without them. */
export function withoutOverwrites(
  guild: GuildState,
  { roles = NOBODY, members = NOBODY }: { roles?: ReadonlySet<Snowflake>; members?: ReadonlySet<Snowflake> },
): GuildChange[] {
  const gone = { role: roles, member: members };
  const changes: GuildChange[] = [];
  for (const channel of guild.channels.values()) {
    const kept = channel.permissionOverwrites.filter(({ id, type }) => !gone[type].has(id));
    if (kept.length === channel.permissionOverwrites.length) continue;
    changes.push({ kind: 'channel', channel: { ...channel, permissionOverwrites: kept } });
  }
  return changes;
}
