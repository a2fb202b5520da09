import type { Decision } from '../events.js';
import { imageChanges } from '../image-changes.js';
import { requireMember } from '../permissions.js';
import { Refusal } from '../refusal.js';
import type { Actor, GuildState } from '../state.js';

/** Ends a guild (docs/rest.md, Delete guild). @throws {Refusal} */
export function deleteGuild(guild: GuildState, actor: Actor): Decision<null> {
  requireMember(guild, actor);
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
}
