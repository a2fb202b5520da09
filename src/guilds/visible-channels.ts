import { createHash } from 'node:crypto';
import { PERMISSIONS } from '../protocol/permissions.js';
import type { Snowflake } from '../protocol/snowflake.js';
import { canView, guildPermissions } from './permissions.js';
import type { GuildMember, GuildState } from './state.js';

interface Visibility {
  readonly version: number;
  /** see `viewsDigest`; null: it was not asked for */
  digest: string | null;
  /** members with their own overwrite in some channel */
  readonly special: ReadonlySet<Snowflake>;
  /** by visibility key, at most `MAX_KEYS` */
  readonly byKey: Map<string, ReadonlySet<Snowflake>>;
  /** by hidden channels: sessions keep these sets, and most are equal */
  readonly byHidden: Map<string, ReadonlySet<Snowflake>>;
}

/** Members may have any number of different roles. */
const MAX_KEYS = 1000;

const kept = new WeakMap<GuildState, Visibility>();

/**
 * The ids of the channels that a member may view (docs/gateway.md, Hidden channels). Members with the same roles share
 * one immutable set per version of the guild.
 */
export function visibleChannels(guild: GuildState, member: GuildMember): ReadonlySet<Snowflake> {
  const { special, byKey, byHidden } = visibilityOf(guild);
  const key = keyOf(guild, member, special);
  const known = byKey.get(key);
  if (known !== undefined) return known;
  const channels = [...guild.channels.values()];
  const hidden = channels.filter((channel) => !canView(guild, member, channel)).map(({ id }) => id);
  const hiddenKey = hidden.join(' ');
  let visible = byHidden.get(hiddenKey);
  if (visible === undefined) {
    const isHidden = new Set(hidden);
    visible = new Set(channels.map(({ id }) => id).filter((id) => !isHidden.has(id)));
  }
  put(byHidden, hiddenKey, visible);
  put(byKey, key, visible);
  return visible;
}

/** Stands for everything in a guild that decides which channels a member with certain roles may view. */
export function viewsDigest(guild: GuildState): string {
  const visibility = visibilityOf(guild);
  if (visibility.digest !== null) return visibility.digest;
  const roles = [...guild.roles.values()].map(({ id, permissions }) => [id, permissions]);
  const channels = [...guild.channels.values()].map(({ id, permissionOverwrites }) => [
    id,
    permissionOverwrites,
  ]);
  const text = JSON.stringify([guild.settings.ownerId, roles.sort(byId), channels.sort(byId)]);
  visibility.digest = createHash('sha256').update(text).digest('base64url');
  return visibility.digest;
}

function byId([one]: readonly unknown[], [other]: readonly unknown[]): number {
  return String(one) < String(other) ? -1 : 1;
}

function put<Value>(values: Map<string, Value>, key: string, value: Value): void {
  if (values.size >= MAX_KEYS) values.clear();
  values.set(key, value);
}

function visibilityOf(guild: GuildState): Visibility {
  const known = kept.get(guild);
  if (known?.version === guild.version) return known;
  const special = new Set<Snowflake>();
  for (const { permissionOverwrites } of guild.channels.values()) {
    for (const { id, type } of permissionOverwrites) if (type === 'member') special.add(id);
  }
  const visibility: Visibility = {
    version: guild.version,
    digest: null,
    special,
    byKey: new Map(),
    byHidden: new Map(),
  };
  kept.set(guild, visibility);
  return visibility;
}

/** Members with the same key view the same channels. */
function keyOf(guild: GuildState, member: GuildMember, special: ReadonlySet<Snowflake>): string {
  if (guildPermissions(guild, member) & PERMISSIONS.ADMINISTRATOR) return 'all';
  return special.has(member.userId) ? `user ${member.userId}` : member.roles.join(' ');
}
