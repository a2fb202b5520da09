import type { GuildChange } from './changes.js';
import type { Audience, GuildEvent } from './events.js';
import { GUILD_LIMITS } from './limits.js';
import { Refusal } from './refusal.js';
import type { GuildRole, GuildState, Tools } from './state.js';
import { roleToWire } from './wire.js';

/**
 * A role just above @everyone, as it is kept and told.
 *
 * @param audience who hears of it
 * @throws {Refusal} TOO_MANY_ROLES
 */
export function newRole(
  guild: GuildState,
  fields: Omit<GuildRole, 'id' | 'position'>,
  tools: Tools,
  audience: Audience = { kind: 'guild' },
): { role: GuildRole; changes: GuildChange[]; events: GuildEvent[] } {
  if (guild.roles.size >= GUILD_LIMITS.ROLES) throw new Refusal('TOO_MANY_ROLES');
  // Of roles at one position the younger is the lower, so it is below all the others.
  const role: GuildRole = { id: tools.nextId(), position: 1, ...fields };
  return {
    role,
    changes: [{ kind: 'role', role }],
    events: [
      {
        name: 'GUILD_ROLE_CREATE',
        data: { guild_id: guild.id, role: roleToWire(role) },
        audience,
      },
    ],
  };
}
