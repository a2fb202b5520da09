import type { GuildView } from '../../client/chat/state.js';
import type { Member } from '../../protocol/objects/member.js';
import { describeActivity, STATUSES } from '../../protocol/objects/presence.js';
import { compareRoles } from '../../protocol/objects/role.js';
import { ACTIVITY_FLAGS } from '../../protocol/rpc/activity.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { nameOf } from '../voice/own-voice-channel.js';
import { sortByName } from './guild-names.js';
import type { ShownGuild, ShownMember } from './guild-schemas.js';

/** How many members are listed. */
const MAX_MEMBERS = 200;

/** The members of a guild: those that are online first, then by name. @param ownId the person; null: nobody */
export function showMembers(
  guild: GuildView,
  ownId: Snowflake | null,
): Pick<ShownGuild, 'members' | 'more_members' | 'online'> {
  const online: Member[] = [];
  const offline: Member[] = [];
  for (const member of guild.members.values()) {
    (guild.presences.has(member.user.id) ? online : offline).push(member);
  }
  sortByName(online, nameOf);
  // Sorting ten thousand members that are not listed would take longer than everything else.
  if (online.length < MAX_MEMBERS) sortByName(offline, nameOf);
  const listed = [...online, ...offline].slice(0, MAX_MEMBERS);
  const own = { id: ownId, flags: ownId === null ? 0 : activityFlags(guild, ownId) };
  return {
    members: listed.map((member) => showMember(guild, member, own)),
    more_members: Math.max(0, guild.member_count - listed.length),
    online: online.length,
  };
}

function showMember(
  guild: GuildView,
  member: Member,
  own: { readonly id: Snowflake | null; readonly flags: number },
): ShownMember {
  const { user } = member;
  const presence = guild.presences.get(user.id);
  const flags = activityFlags(guild, user.id);
  const isOther = user.id !== own.id;
  const held = member.roles.flatMap((id) => (id === guild.id ? [] : (guild.roles.get(id) ?? [])));
  return {
    id: user.id,
    name: nameOf(member),
    username: `${user.username}#${user.discriminator}`,
    is_bot: user.bot === true,
    status: presence?.status ?? STATUSES.OFFLINE,
    activity: presence?.game ? describeActivity(presence.game) : null,
    can_join: isOther && (flags & ACTIVITY_FLAGS.JOIN) !== 0,
    can_watch: isOther && (flags & ACTIVITY_FLAGS.SPECTATE) !== 0,
    can_invite:
      isOther && presence !== undefined && user.bot !== true && (own.flags & ACTIVITY_FLAGS.JOIN) !== 0,
    roles: held.sort((a, b) => compareRoles(b, a)).map(({ id }) => id),
  };
}

function activityFlags(guild: GuildView, userId: Snowflake): number {
  return guild.presences.get(userId)?.game?.flags ?? 0;
}
