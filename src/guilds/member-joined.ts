import type { GuildChange } from './changes.js';
import type { GuildEvent } from './events.js';
import type { GuildMember, GuildState } from './state.js';
import { memberToWire } from './wire.js';

/** How a new member is kept and told: the others hear of the member, the member gets the guild. */
export function memberJoined(
  guild: GuildState,
  member: GuildMember,
): { changes: GuildChange[]; events: GuildEvent[] } {
  return {
    changes: [{ kind: 'member', member }],
    events: [
      {
        name: 'GUILD_MEMBER_ADD',
        data: { ...memberToWire(guild, member), guild_id: guild.id },
        audience: { kind: 'guild', except: member.userId },
      },
      { name: 'GUILD_CREATE', userId: member.userId },
    ],
  };
}
