import { type GuildView, voiceStatesIn } from '../../client/chat/state.js';
import type { Channel } from '../../protocol/objects/channel.js';
import type { Member } from '../../protocol/objects/member.js';
import type { VoiceState } from '../../protocol/objects/voice.js';
import type { ControlContext } from '../context.js';
import { sortByName } from '../guilds/guild-names.js';
import type { OwnVoiceChannel, VoiceMember } from './voice-schemas.js';

/** How many members of the person's channel are listed. */
const MAX_MEMBERS = 100;

interface Present {
  readonly state: VoiceState;
  readonly member: Member;
}

/** The person's voice channel with those in it; null if the person is in none. */
export function readOwnVoiceChannel(
  control: Pick<ControlContext, 'client' | 'voice'>,
): OwnVoiceChannel | null {
  const channel = control.voice.channel();
  const guild = channel?.guild_id === undefined ? undefined : control.client.state.guild(channel.guild_id);
  if (channel === null || guild === undefined) return null;
  const members = listPresent(guild, channel)
    .map((present) => toVoiceMember(control, present))
    .sort((a, b) => Number(b.is_self) - Number(a.is_self));
  return {
    id: channel.id,
    name: channel.name ?? '',
    guild: guild.name,
    members: members.slice(0, MAX_MEMBERS),
    more: Math.max(0, members.length - MAX_MEMBERS),
  };
}

/** Those in a voice channel, by name. */
export function listPresent(guild: GuildView, channel: Channel): Present[] {
  const present = voiceStatesIn(guild, channel.id).flatMap((state) => {
    const member = guild.members.get(state.user_id);
    return member === undefined ? [] : [{ state, member }];
  });
  return sortByName(present, ({ member }) => nameOf(member));
}

/** The name of a member in a guild. */
export function nameOf({ nick, user }: Member): string {
  return nick ?? user.username;
}

function toVoiceMember(
  { client, voice }: Pick<ControlContext, 'client' | 'voice'>,
  { state, member }: Present,
): VoiceMember {
  return {
    id: member.user.id,
    name: nameOf(member),
    is_self: member.user.id === client.user?.id,
    is_muted: state.mute || state.self_mute || state.suppress,
    is_deafened: state.deaf || state.self_deaf,
    settings: voice.userSettings(member.user.id),
  };
}
