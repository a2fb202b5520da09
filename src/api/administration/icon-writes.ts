import type { GuildImage } from '../../guilds/state.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { put, remove, type Write } from '../../store/sqlite/writes.js';

/** Replaces the icon of an application. @param before its hash until now @param icon null: none from now on */
export function iconWrites(id: Snowflake, before: string | null, icon: GuildImage | null): Write[] {
  if (before === (icon?.hash ?? null)) return [];
  const writes = icon === null ? [] : [put('images', { kind: 'icons', owner_id: id, ...icon })];
  return before === null
    ? writes
    : [...writes, remove('images', { kind: 'icons', owner_id: id, hash: before })];
}
