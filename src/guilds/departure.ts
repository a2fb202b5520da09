import type { Snowflake } from '../protocol/snowflake.js';
import type { GuildChange } from './changes.js';
import type { GuildEvent } from './events.js';
import type { GuildMember, GuildState } from './state.js';
import { userOf } from './wire.js';

/** Members go, and with them their overwrites; `leavingVoice` sees to their voice states. What they wrote stays. */
export function departure(
  guild: GuildState,
  members: readonly GuildMember[],
): { changes: GuildChange[]; events: GuildEvent[] } {
  const gone = new Set(members.map(({ userId }) => userId));
  const changes: GuildChange[] = withoutOverwrites(guild, 'member', gone);
  const events: GuildEvent[] = [];
  for (const userId of gone) {
    changes.push({ kind: 'member-removed', userId });
    events.push(
      {
        name: 'GUILD_MEMBER_REMOVE',
        data: { guild_id: guild.id, user: userOf(guild, userId) },
        audience: { kind: 'guild', except: userId },
      },
      { name: 'GUILD_DELETE', data: { id: guild.id }, audience: { kind: 'user', userId } },
    );
  }
  return { changes, events };
}

/** The channels that had overwrites for these roles or members, without them. */
export function withoutOverwrites(
  guild: GuildState,
  type: 'role' | 'member',
  ids: ReadonlySet<Snowflake>,
): GuildChange[] {
  const changes: GuildChange[] = [];
  for (const channel of guild.channels.values()) {
    const kept = channel.permission_overwrites.filter((one) => one.type !== type || !ids.has(one.id));
    if (kept.length === channel.permission_overwrites.length) continue;
    changes.push({ kind: 'channel', channel: { ...channel, permission_overwrites: kept } });
  }
  return changes;
}
