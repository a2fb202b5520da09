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

/** Who may act at a place. */
export interface Access<Place, Member extends GuildMember | null = GuildMember> {
  /** the permission the actor needs at the place; null: membership is enough */
  readonly permission: PermissionName | null;
  /** @returns the membership of the actor; null if none is needed @throws {Refusal} */
  authorize(place: Place, actor: Actor): Member;
}

/** Requires membership, and a permission in the guild. */
export function guildAccess(permission: PermissionName | null): Access<GuildPlace> {
  return {
    permission,
    authorize: ({ guild }, actor) =>
      permission === null ? requireMember(guild, actor) : requireGuildPermission(guild, actor, permission),
  };
}

/** Requires that the member may view a channel, and a permission in it. */
export function channelAccess(permission: PermissionName | null): Access<ChannelPlace> {
  return {
    permission,
    authorize: ({ guild, channel }, actor) =>
      permission === null
        ? requireVisible(guild, actor, channel)
        : requireChannelPermission(guild, actor, channel, permission),
  };
}

/**
 * Without a permission, allows everybody who knows the invite's code; with one, requires it in the invite's channel.
 */
export function inviteAccess(permission: PermissionName | null): Access<InvitePlace, GuildMember | null> {
  return {
    permission,
    authorize({ guild, invite }, actor) {
      if (permission === null) return null;
      const channel = guild.channels.get(invite.channelId);
      // Members do not manage the vanity url as an invite.
      if (channel === undefined || invite.vanity) throw new Refusal('UNKNOWN_INVITE');
      return requireChannelPermission(guild, actor, channel, permission);
    },
  };
}
