import type { Snowflake } from '../protocol/snowflake.js';
import { roleActions } from './audit-log/actions.js';
import type { Effects } from './events.js';
import { GUILD_LIMITS } from './limits.js';
import { Refusal } from './refusal.js';
import type { GuildRole, GuildState, RuleContext } from './state.js';

/**
 * Changes and events of a new role just above @everyone.
 *
 * @param except a member who does not receive the event
 * @throws {Refusal} TOO_MANY_ROLES
 */
export function newRole(
  guild: GuildState,
  fields: Omit<GuildRole, 'id' | 'position'>,
  context: RuleContext,
  except?: Snowflake,
): Effects & { role: GuildRole } {
  if (guild.roles.size >= GUILD_LIMITS.ROLES) throw new Refusal('TOO_MANY_ROLES');
  // Of roles at one position the youngest is the lowest, so it is below all others.
  const role: GuildRole = { id: context.nextId(), position: 1, ...fields };
  return {
    role,
    changes: [{ kind: 'role', role }],
    events: [{ type: 'roleCreated', role, ...(except !== undefined && { except }) }],
    audit: roleActions(null, role),
  };
}
