import type { Snowflake } from '../protocol/snowflake.js';
import { channelActions } from './audit-log/actions.js';
import type { AuditedAction } from './audit-log/entry.js';
import type { GuildChange } from './changes.js';
import type { Effects } from './events.js';
import type { GuildState } from './state.js';

const NOBODY: ReadonlySet<Snowflake> = new Set();

/** Removes the overwrites of these roles and members from all channels; clients do so without an event. */
export function removeOverwrites(
  guild: GuildState,
  { roles = NOBODY, members = NOBODY }: { roles?: ReadonlySet<Snowflake>; members?: ReadonlySet<Snowflake> },
): Effects {
  const gone = { role: roles, member: members };
  const changes: GuildChange[] = [];
  const audit: AuditedAction[] = [];
  for (const channel of guild.channels.values()) {
    const kept = channel.permissionOverwrites.filter(({ id, type }) => !gone[type].has(id));
    if (kept.length === channel.permissionOverwrites.length) continue;
    const changed = { ...channel, permissionOverwrites: kept };
    changes.push({ kind: 'channel', channel: changed });
    audit.push(...channelActions(guild, channel, changed));
  }
  return { changes, events: [], audit };
}
