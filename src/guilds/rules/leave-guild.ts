import type { Decision } from '../events.js';
import { Refusal } from '../refusal.js';
import { removeMembers } from '../remove-members.js';
import { guildRule } from '../rule.js';

/** Leaves a guild (docs/rest.md, users); its owner may not. @throws {Refusal} */
export const leaveGuild = guildRule({
  permission: null,
  decide({ guild, actor, member }): Decision<null> {
    if (guild.settings.ownerId === actor.userId) throw new Refusal('MISSING_PERMISSIONS');
    return { result: null, ...removeMembers(guild, [member]) };
  },
});
