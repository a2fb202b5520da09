import type { PermissionName } from '../protocol/permissions.js';
import {
  requireChannelPermission,
  requireGuildPermission,
  requireMember,
  requireVisible,
} from './permissions.js';
import { Refusal } from './refusal.js';
import type { Actor, GuildChannel, GuildInvite, GuildMember, GuildState } from './state.js';

/** A guild at one moment. */
export interface GuildPlace {
  readonly guild: GuildState;
}

/** A channel of a guild at one moment. */
export interface ChannelPlace extends GuildPlace {
  readonly channel: GuildChannel;
}

/** An invite of a guild at one moment. */
export interface InvitePlace extends GuildPlace {
  readonly invite: GuildInvite;
}

/** Who may do something at a place. */
export interface Access<Place, Member extends GuildMember | null = GuildMember> {
  /** what the actor needs at the place; null: nothing more than to be there */
  readonly permission: PermissionName | null;
  /** @returns the membership of the actor; null where none is needed @throws {Refusal} */
  authorize(place: Place, actor: Actor): Member;
}

/** Access of members, with a permission in the guild. */
export function guildAccess(permission: PermissionName | null): Access<GuildPlace> {
  return {
    permission,
    authorize: ({ guild }, actor) =>
      permission === null ? requireMember(guild, actor) : requireGuildPermission(guild, actor, permission),
  };
}

/** Access of members who view a channel, with a permission in it. */
export function channelAccess(permission: PermissionName | null): Access<ChannelPlace> {
  return {
    permission,
    authorize: ({ guild, channel }, actor) =>
      permission === null
        ? requireVisible(guild, actor, channel)
        : requireChannelPermission(guild, actor, channel, permission),
  };
}

/** Access of everybody who knows the code of an invite or, with a permission, of those who have it in its channel. */
export function inviteAccess(permission: PermissionName | null): Access<InvitePlace, GuildMember | null> {
  return {
    permission,
    authorize({ guild, invite }, actor) {
      if (permission === null) return null;
      const channel = guild.channels.get(invite.channelId);
      // The vanity url is not one of the invites that members manage.
      if (channel === undefined || invite.vanity) throw new Refusal('UNKNOWN_INVITE');
      return requireChannelPermission(guild, actor, channel, permission);
    },
  };
}
