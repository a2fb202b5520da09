import type { GuildView } from '../../client/chat/state.js';
import type { Member } from '../../protocol/objects/member.js';
import { describeActivity, STATUSES } from '../../protocol/objects/presence.js';
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
  const positions = new Map(guild.roles.map(({ id, position }) => [id, position]));
  return {
    members: listed.map((member) => showMember(guild, positions, member, ownId)),
    more_members: Math.max(0, guild.member_count - listed.length),
    online: online.length,
  };
}

function showMember(
  guild: GuildView,
  positions: ReadonlyMap<string, number>,
  member: Member,
  ownId: Snowflake | null,
): ShownMember {
  const { user } = member;
  const presence = guild.presences.get(user.id);
  const flags = presence?.game?.flags ?? 0;
  const isOther = user.id !== ownId;
  const roles = member.roles.filter((id) => positions.has(id) && id !== guild.id);
  return {
    id: user.id,
    name: nameOf(member),
    username: `${user.username}#${user.discriminator}`,
    is_bot: user.bot === true,
    status: presence?.status ?? STATUSES.OFFLINE,
    activity: presence?.game ? describeActivity(presence.game) : null,
    can_join: isOther && (flags & ACTIVITY_FLAGS.JOIN) !== 0,
    can_watch: isOther && (flags & ACTIVITY_FLAGS.SPECTATE) !== 0,
    roles: roles.sort((a, b) => (positions.get(b) ?? 0) - (positions.get(a) ?? 0)),
  };
}
