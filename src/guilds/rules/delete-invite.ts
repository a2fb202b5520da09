import { inviteActions } from '../audit-log/actions.js';
import type { Decision } from '../events.js';
import { inviteRule } from '../rule.js';
import type { GuildInvite } from '../state.js';

/**
 * Deletes an invite, with MANAGE_CHANNELS in its channel (docs/rest.md, invites). The vanity url cannot be deleted.
 *
 * @throws {Refusal}
 */
export const deleteInvite = inviteRule({
  permission: 'MANAGE_CHANNELS',
  decide({ invite }): Decision<GuildInvite> {
    return {
      result: invite,
      changes: [{ kind: 'invite-removed', code: invite.code }],
      events: [],
      audit: inviteActions(invite, null),
    };
  },
});
