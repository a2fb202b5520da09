import { memberActions } from './audit-log/actions.js';
import type { Effects, GuildEvent } from './events.js';
import { type GuildMember, type GuildState, userOf } from './state.js';
import { voiceStateEvent } from './voice.js';

/**
 * Changes and events of an updated member. The event is published even if nothing differs, because clients wait for it
 * (docs/rest.md, Operations).
 */
export function memberUpdate(guild: GuildState, before: GuildMember, member: GuildMember): Effects {
  const user = userOf(guild, member.userId);
  const events: GuildEvent[] = [{ type: 'memberUpdated', member, user }];
  const voice = guild.voiceStates.get(member.userId);
  const isVoiceChanged = before.mute !== member.mute || before.deaf !== member.deaf;
  if (voice !== undefined && isVoiceChanged) events.push(voiceStateEvent(guild, voice, member));
  return { changes: [{ kind: 'member', member }], events, audit: memberActions(guild, before, member) };
}
