import { CHANNEL_TYPES } from '../protocol/objects/channel.js';
import { MESSAGE_TYPES } from '../protocol/objects/message.js';
import type { GuildChange } from './changes.js';
import type { GuildEvent } from './events.js';
import type { GuildMember, GuildState, Tools } from './state.js';
import { sendSystemMessage } from './system-message.js';
import { memberToWire } from './wire.js';

/**
 * How a new member is stored and announced: the others receive the member, the member receives the guild, and the system
 * channel, where there is one, a message of type GUILD_MEMBER_JOIN (docs/rest.md, System messages).
 */
export function memberJoined(
  guild: GuildState,
  member: GuildMember,
  tools: Tools,
): { changes: GuildChange[]; events: GuildEvent[] } {
  const notice = joinNotice(guild, member, tools);
  return {
    changes: [{ kind: 'member', member }, ...notice.changes],
    events: [
      {
        name: 'GUILD_MEMBER_ADD',
        data: { ...memberToWire(guild, member), guild_id: guild.id },
        audience: { kind: 'guild', except: member.userId },
      },
      { name: 'GUILD_CREATE', userId: member.userId },
      ...notice.events,
    ],
  };
}

function joinNotice(
  guild: GuildState,
  { userId }: GuildMember,
  tools: Tools,
): ReturnType<typeof sendSystemMessage> {
  const channel = guild.channels.get(guild.settings.system_channel_id ?? '');
  if (channel?.type !== CHANNEL_TYPES.GUILD_TEXT) return { changes: [], events: [] };
  return sendSystemMessage(
    guild,
    { channelId: channel.id, authorId: userId, type: MESSAGE_TYPES.GUILD_MEMBER_JOIN },
    tools,
  );
}
