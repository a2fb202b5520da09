import type { LinkMember } from '../../../protocol/voice/link.js';
import type { VoiceMember } from '../../core/voice-endpoint.js';

/** A member as it is sent to an endpoint. */
export function toLinkMember(member: VoiceMember): LinkMember {
  return {
    guild_id: member.guildId,
    channel_id: member.channelId,
    user_id: member.userId,
    session_id: member.sessionId,
    may_speak: member.maySpeak,
    may_listen: member.mayListen,
  };
}

/** A member as the endpoint knows it. */
export function fromLinkMember(member: LinkMember): VoiceMember {
  return {
    guildId: member.guild_id,
    channelId: member.channel_id,
    userId: member.user_id,
    sessionId: member.session_id,
    maySpeak: member.may_speak,
    mayListen: member.may_listen,
  };
}
