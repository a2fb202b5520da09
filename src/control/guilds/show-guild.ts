import { orderChannels } from '../../client/chat/channel-order.js';
import type { GuildView } from '../../client/chat/state.js';
import type { ChatClient } from '../../client/client.js';
import { CHANNEL_TYPES, type Channel } from '../../protocol/objects/channel.js';
import { compareRoles } from '../../protocol/objects/role.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { listPresent, nameOf } from '../voice/own-voice-channel.js';
import type { ShownChannel, ShownGuild, ShownRole } from './guild-schemas.js';
import { toListedGuild } from './list-guilds.js';
import { showMembers } from './show-members.js';

/** How many channels are listed. */
const MAX_CHANNELS = 500;
/** How many names are listed for each voice channel. */
const MAX_VOICE_MEMBERS = 10;

/** A guild with what the person may view of it; null if they are not in it. */
export function showGuild(
  { state, user }: Pick<ChatClient, 'state' | 'user'>,
  id: Snowflake,
): ShownGuild | null {
  const guild = state.guild(id);
  if (guild === undefined) return null;
  const channels = orderChannels(state.channels(id));
  return {
    ...toListedGuild(guild),
    channels: channels.slice(0, MAX_CHANNELS).map((channel) => showChannel(guild, channel)),
    more_channels: Math.max(0, channels.length - MAX_CHANNELS),
    roles: showRoles(guild),
    ...showMembers(guild, user?.id ?? null),
  };
}

function showChannel(guild: GuildView, channel: Channel): ShownChannel {
  const present = channel.type === CHANNEL_TYPES.GUILD_VOICE ? listPresent(guild, channel) : [];
  return {
    id: channel.id,
    type: channel.type,
    name: channel.name ?? '',
    topic: channel.topic ?? '',
    parent_id: channel.parent_id ?? null,
    voice_members: present.slice(0, MAX_VOICE_MEMBERS).map(({ member }) => nameOf(member)),
    more_voice_members: Math.max(0, present.length - MAX_VOICE_MEMBERS),
  };
}

function showRoles(guild: GuildView): ShownRole[] {
  const counts = new Map<Snowflake, number>();
  for (const { roles } of guild.members.values()) {
    for (const id of roles) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return [...guild.roles.values()]
    .filter(({ id }) => id !== guild.id)
    .sort((a, b) => compareRoles(b, a))
    .map(({ id, name, color }) => ({
      id,
      name,
      color: color === 0 ? null : `#${color.toString(16).padStart(6, '0')}`,
      members: counts.get(id) ?? 0,
    }));
}
