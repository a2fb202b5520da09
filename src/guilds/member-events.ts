import { CHANNEL_TYPES } from '../protocol/objects/channel.js';
import { MESSAGE_TYPES } from '../protocol/objects/message.js';
import { memberActions } from './audit-log/actions.js';
import { type Effects, type GuildEvent, NO_EFFECTS } from './events.js';
import { type GuildMember, type GuildState, type RuleContext, userOf } from './state.js';
import { sendSystemMessage } from './system-message.js';
import { voiceStateEvent } from './voice.js';

/**
 * Changes and events of a new member: others receive the member, the member receives the guild, and the system channel,
 * if any, gets a message of type GUILD_MEMBER_JOIN (docs/rest.md, System messages).
 */
export function memberJoined(guild: GuildState, member: GuildMember, context: RuleContext): Effects {
  const notice = joinNotice(guild, member, context);
  return {
    changes: [{ kind: 'member', member }, ...notice.changes],
    events: [
      { type: 'memberJoined', member, user: userOf(guild, member.userId) },
      { type: 'guildJoined', userId: member.userId },
      ...notice.events,
    ],
  };
}

function joinNotice(guild: GuildState, { userId }: GuildMember, context: RuleContext): Effects {
  const channel = guild.channels.get(guild.settings.systemChannelId ?? '');
  if (channel?.type !== CHANNEL_TYPES.GUILD_TEXT) return NO_EFFECTS;
  return sendSystemMessage(
    guild,
    { channelId: channel.id, authorId: userId, type: MESSAGE_TYPES.GUILD_MEMBER_JOIN },
    context,
  );
}

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
