import type { GuildChange } from './changes.js';
import type { GuildEvent } from './events.js';
import type { GuildMember, GuildState } from './state.js';
import { voiceStateEvent } from './voice.js';
import { userOf } from './wire.js';

/**
 * A member that is as told from now on. GUILD_MEMBER_UPDATE is fired also where nothing differs: clients wait for it
 * (rest-facts.md, What real clients do to the service).
 */
export function memberUpdate(
  guild: GuildState,
  before: GuildMember,
  member: GuildMember,
): { changes: GuildChange[]; events: GuildEvent[] } {
  const events: GuildEvent[] = [
    {
      name: 'GUILD_MEMBER_UPDATE',
      data: {
        guild_id: guild.id,
        roles: [...member.roles],
        user: userOf(guild, member.userId),
        nick: member.nick,
      },
      audience: { kind: 'guild' },
    },
  ];
  const voice = guild.voiceStates.get(member.userId);
  const heard = before.mute !== member.mute || before.deaf !== member.deaf;
  if (voice !== undefined && heard) events.push(voiceStateEvent(guild, voice, member));
  return { changes: [{ kind: 'member', member }], events };
}
