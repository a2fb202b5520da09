import type { Decision } from '../events.js';
import { imageChanges } from '../image-changes.js';
import { Refusal } from '../refusal.js';
import { guildRule } from '../rule.js';

/** Deletes a guild (docs/rest.md, Delete guild). @throws {Refusal} */
export const deleteGuild = guildRule({
  permission: null,
  decide({ guild, actor }): Decision<null> {
    if (guild.settings.ownerId !== actor.userId) throw new Refusal('MISSING_PERMISSIONS');
    return {
      result: null,
      changes: [
        { kind: 'guild-removed' },
        ...imageChanges('icons', guild.settings.icon, null),
        ...imageChanges('splashes', guild.settings.splash, null),
      ],
      events: [{ type: 'guildDeleted' }],
    };
  },
});
