import { inviteActions } from '../audit-log/actions.js';
import type { Decision } from '../events.js';
import { requireChannelPermission } from '../permissions.js';
import { Refusal } from '../refusal.js';
import type { Actor, GuildInvite, GuildState } from '../state.js';

/**
 * Takes an invite back, with MANAGE_CHANNELS in its channel (docs/rest.md, invites). The vanity
 * url stays.
 *
 * @throws {Refusal}
 */
export function deleteInvite(guild: GuildState, actor: Actor, invite: GuildInvite): Decision<GuildInvite> {
  const channel = guild.channels.get(invite.channelId);
  if (channel === undefined || invite.vanity) throw new Refusal('UNKNOWN_INVITE');
  requireChannelPermission(guild, actor, channel, 'MANAGE_CHANNELS');
  return {
    result: invite,
    changes: [{ kind: 'invite-removed', code: invite.code }],
    events: [],
    audit: inviteActions(invite, null),
  };
}
