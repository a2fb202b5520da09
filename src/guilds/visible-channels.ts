import { createHash } from 'node:crypto';
import { computeChannelPermissions } from '../protocol/member-permissions.js';
import { PERMISSIONS } from '../protocol/permissions.js';
import type { Snowflake } from '../protocol/snowflake.js';
import { guildPermissions } from './permissions.js';
import type { GuildAsDecided, GuildChannel, GuildMember } from './state.js';

/** Members whose permissions and roles give the same view of all channels. */
interface Viewer {
  readonly userId: Snowflake;
  /** those of their permissions in the guild that decide it */
  readonly permissions: number;
  /** those of their roles that have an overwrite in some channel */
  readonly roles: readonly Snowflake[];
  /** null: not computed yet */
  visible: ReadonlySet<Snowflake> | null;
}

interface Visibility {
  readonly version: number;
  /** see `viewsDigest`; null: it was not asked for */
  digest: string | null;
  /** members and roles with an overwrite in some channel */
  readonly special: ReadonlySet<Snowflake>;
  /** at most `MAX_MEMBERS` */
  readonly byMember: Map<GuildMember, Viewer>;
  /** by visibility key, at most `MAX_KEYS` */
  readonly byKey: Map<string, Viewer>;
  /** by hidden channels: sessions keep these sets, and most are equal; at most `MAX_KEYS` */
  readonly byHidden: Map<string, ReadonlySet<Snowflake>>;
}

/** Members may have any number of different roles. */
const MAX_KEYS = 1000;
const MAX_MEMBERS = 10_000;

const DECIDING = PERMISSIONS.ADMINISTRATOR | PERMISSIONS.VIEW_CHANNEL;

const kept = new WeakMap<GuildAsDecided, Visibility>();

/**
 * The ids of the channels that a member may view (docs/gateway.md, Hidden channels). Members with the same roles share
 * one immutable set per version of the guild.
 */
export function visibleChannels(guild: GuildAsDecided, member: GuildMember): ReadonlySet<Snowflake> {
  const visibility = visibilityOf(guild);
  const viewer = viewerOf(guild, member, visibility);
  viewer.visible ??= visibleTo(guild, viewer, visibility);
  return viewer.visible;
}

/**
 * Decides which members may view a channel, once for all with the same roles; nobody may view a deleted one, or none.
 *
 * @returns whether a user may view it, until the guild changes
 */
export function viewersOf(
  guild: GuildAsDecided,
  channelId: Snowflake | null,
): (userId: Snowflake) => boolean {
  const channel = channelId === null ? undefined : guild.channels.get(channelId);
  return channel === undefined ? () => false : viewersOfChannel(guild, channel);
}

/** The same for a channel that may have been deleted, as it was then. */
export function viewersOfChannel(
  guild: GuildAsDecided,
  channel: GuildChannel,
): (userId: Snowflake) => boolean {
  const visibility = visibilityOf(guild);
  const decided = new Map<Viewer, boolean>();
  return (userId) => {
    const member = guild.members.get(userId);
    if (member === undefined) return false;
    const viewer = viewerOf(guild, member, visibility);
    let isViewer = decided.get(viewer);
    if (isViewer === undefined) {
      isViewer = mayView(guild, viewer, channel);
      decided.set(viewer, isViewer);
    }
    return isViewer;
  };
}

function mayView(
  guild: GuildAsDecided,
  { permissions, roles, userId }: Viewer,
  channel: GuildChannel,
): boolean {
  // The permissions of an owner are all.
  const holder = { guildId: guild.id, userId, isOwner: false, roles };
  const inChannel = computeChannelPermissions(permissions, holder, channel.permissionOverwrites);
  return (inChannel & PERMISSIONS.VIEW_CHANNEL) !== 0;
}

function visibleTo(guild: GuildAsDecided, viewer: Viewer, { byHidden }: Visibility): ReadonlySet<Snowflake> {
  const channels = [...guild.channels.values()];
  const hidden = channels.filter((channel) => !mayView(guild, viewer, channel)).map(({ id }) => id);
  const hiddenKey = hidden.join(' ');
  let visible = byHidden.get(hiddenKey);
  if (visible === undefined) {
    const isHidden = new Set(hidden);
    visible = new Set(channels.map(({ id }) => id).filter((id) => !isHidden.has(id)));
    put(byHidden, hiddenKey, visible, MAX_KEYS);
  }
  return visible;
}

/** Stands for everything in a guild that decides which channels a member with certain roles may view. */
export function viewsDigest(guild: GuildAsDecided): string {
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

function put<Key, Value>(values: Map<Key, Value>, key: Key, value: Value, most: number): void {
  if (values.size >= most) values.clear();
  values.set(key, value);
}

function visibilityOf(guild: GuildAsDecided): Visibility {
  const known = kept.get(guild);
  if (known?.version === guild.version) return known;
  const special = new Set<Snowflake>();
  for (const { permissionOverwrites } of guild.channels.values()) {
    for (const { id } of permissionOverwrites) special.add(id);
  }
  const visibility: Visibility = {
    version: guild.version,
    digest: null,
    special,
    byMember: new Map(),
    byKey: new Map(),
    byHidden: new Map(),
  };
  kept.set(guild, visibility);
  return visibility;
}

/** Members never change in place, so that all sessions of one share what was found for it. */
function viewerOf(
  guild: GuildAsDecided,
  member: GuildMember,
  { byKey, byMember, special }: Visibility,
): Viewer {
  const known = byMember.get(member);
  if (known !== undefined) return known;
  const { userId } = member;
  const permissions = guildPermissions(guild, member) & DECIDING;
  const roles = permissions & PERMISSIONS.ADMINISTRATOR ? [] : member.roles.filter((id) => special.has(id));
  const isSpecial = special.has(userId) && !(permissions & PERMISSIONS.ADMINISTRATOR);
  const key = isSpecial ? `user ${userId}` : `${permissions} ${roles.join(' ')}`;
  let viewer = byKey.get(key);
  if (viewer === undefined) {
    viewer = { userId, permissions, roles, visible: null };
    put(byKey, key, viewer, MAX_KEYS);
  }
  put(byMember, member, viewer, MAX_MEMBERS);
  return viewer;
}
