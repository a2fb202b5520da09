import { AUDIT_LOG_ACTIONS } from '../../protocol/objects/audit-log.js';
import type { Overwrite } from '../../protocol/objects/channel.js';
import type { GuildChannel, GuildState } from '../state.js';
import type { AuditedAction } from './audit-entries.js';
import { AUDITED_FIELDS } from './audited-fields.js';
import { differences } from './differences.js';
import type { AuditOptions } from './entry.js';

/** What the log tells of a channel that was made or changed: its own fields, and each overwrite apart. */
export function channelEntries(guild: GuildState, channel: GuildChannel): AuditedAction[] {
  const before = guild.channels.get(channel.id);
  if (before === undefined) {
    const fields = [...AUDITED_FIELDS.channel, 'permissionOverwrites'] as const;
    const changes = differences(null, channel, fields);
    return [{ action: AUDIT_LOG_ACTIONS.CHANNEL_CREATE, targetId: channel.id, changes }];
  }
  const changes = differences(before, channel, AUDITED_FIELDS.channel);
  const overwrites = overwriteEntries(guild, before, channel);
  if (changes.length === 0) return overwrites;
  return [{ action: AUDIT_LOG_ACTIONS.CHANNEL_UPDATE, targetId: channel.id, changes }, ...overwrites];
}

function overwriteEntries(guild: GuildState, before: GuildChannel, after: GuildChannel): AuditedAction[] {
  const ids = new Set([...before.permissionOverwrites, ...after.permissionOverwrites].map(({ id }) => id));
  return [...ids].flatMap((id) => {
    const find = ({ permissionOverwrites: all }: GuildChannel) => all.find((one) => one.id === id) ?? null;
    const [old, now] = [find(before), find(after)];
    const changes = differences(old, now, ['allow', 'deny']);
    const subject = now ?? old;
    if (subject === null || (changes.length === 0 && old !== null && now !== null)) return [];
    const { CHANNEL_OVERWRITE_CREATE, CHANNEL_OVERWRITE_DELETE, CHANNEL_OVERWRITE_UPDATE } =
      AUDIT_LOG_ACTIONS;
    const action =
      old === null
        ? CHANNEL_OVERWRITE_CREATE
        : now === null
          ? CHANNEL_OVERWRITE_DELETE
          : CHANNEL_OVERWRITE_UPDATE;
    return { action, targetId: after.id, changes, options: optionsOf(guild, subject) };
  });
}

function optionsOf(guild: GuildState, { id, type }: Overwrite): AuditOptions {
  const role = guild.roles.get(id);
  return role === undefined ? { id, type } : { id, type, roleName: role.name };
}
