import type { Channel } from '../../protocol/objects/channel.js';
import { type Guild, type GuildCreate, GuildSchema } from '../../protocol/objects/guild.js';
import type { Member } from '../../protocol/objects/member.js';
import { type Presence, STATUSES } from '../../protocol/objects/presence.js';
import type { Role } from '../../protocol/objects/role.js';
import type { VoiceState } from '../../protocol/objects/voice.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { heapSizeOf } from './heap-size.js';
import type { GuildView } from './state.js';

/** The fields that an event changes; others may have any name. */
const FIELDS: ReadonlySet<string> = new Set(Object.keys(GuildSchema.properties));

/** A guild that gateway events keep up to date. */
export type LiveGuild = Omit<
  GuildView,
  'member_count' | 'members' | 'presences' | 'roles' | 'voice_states'
> & {
  member_count: number;
  readonly channels: Map<Snowflake, Channel>;
  readonly members: Map<Snowflake, Member>;
  readonly presences: Map<Snowflake, Presence>;
  readonly roles: Map<Snowflake, Role>;
  /** changed by `LiveChatState.putVoiceState` only */
  readonly voice_states: Map<Snowflake, VoiceState>;
};

export function liveGuild(created: GuildCreate): LiveGuild {
  const { channels, members, presences, roles, voice_states, ...fields } = created;
  const { id } = fields;
  return {
    ...fields,
    channels: new Map(channels.map((channel) => [channel.id, { ...channel, guild_id: id }])),
    members: new Map(members.map((member) => [member.user.id, member])),
    presences: new Map(presences.filter(isOnline).map((presence) => [presence.user.id, presence])),
    roles: rolesById(roles),
    voice_states: new Map(voice_states.map((state) => [state.user_id, { ...state, guild_id: id }])),
  };
}

/**
 * Sets the fields of a guild; members, channels and the like stay. In place, as all changes: a service may send any number of
 * fields and of changes.
 */
export function setFields(guild: LiveGuild, fields: Guild): void {
  const known = Object.entries(fields).filter(([name]) => FIELDS.has(name));
  Object.assign(guild, Object.fromEntries(known), { roles: rolesById(fields.roles) });
}

/** Whether somebody is online; the presences of others are not kept. */
export function isOnline({ status }: Presence): boolean {
  return status !== STATUSES.OFFLINE;
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
