import type { Channel } from '../../protocol/objects/channel.js';
import type { Guild, GuildCreate } from '../../protocol/objects/guild.js';
import type { Member } from '../../protocol/objects/member.js';
import type { Presence } from '../../protocol/objects/presence.js';
import type { Role } from '../../protocol/objects/role.js';
import type { VoiceState } from '../../protocol/objects/voice.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { heapSizeOf } from './heap-size.js';
import type { GuildView } from './state.js';

/** A guild that gateway events keep up to date. */
export type LiveGuild = Omit<GuildView, 'members' | 'presences' | 'roles' | 'voice_states'> & {
  readonly channels: Map<Snowflake, Channel>;
  readonly members: Map<Snowflake, Member>;
  readonly presences: Map<Snowflake, Presence>;
  readonly roles: Map<Snowflake, Role>;
  readonly voice_states: Map<Snowflake, VoiceState>;
};

export function liveGuild(created: GuildCreate): LiveGuild {
  const { channels, members, presences, roles, voice_states, ...fields } = created;
  const { id } = fields;
  return {
    ...fields,
    channels: new Map(channels.map((channel) => [channel.id, { ...channel, guild_id: id }])),
    members: new Map(members.map((member) => [member.user.id, member])),
    presences: new Map(presences.map((presence) => [presence.user.id, presence])),
    roles: rolesById(roles),
    voice_states: new Map(voice_states.map((state) => [state.user_id, { ...state, guild_id: id }])),
  };
}

/** Replaces the fields of a guild; members, channels and the like stay. */
export function withFields(guild: LiveGuild, fields: Guild): LiveGuild {
  const { channels, members, presences, voice_states } = guild;
  const roles = rolesById(fields.roles);
  return { ...guild, ...fields, channels, members, presences, roles, voice_states };
}

function rolesById(roles: readonly Role[]): Map<Snowflake, Role> {
  return new Map(roles.map((role) => [role.id, role]));
}

/** About the size of a guild in memory, in bytes. */
export function guildSize({
  channels,
  members,
  presences,
  roles,
  voice_states,
  ...fields
}: LiveGuild): number {
  let size = heapSizeOf(fields);
  for (const map of [channels, members, presences, roles, voice_states]) {
    for (const entry of map.values()) size += heapSizeOf(entry);
  }
  return size;
}
