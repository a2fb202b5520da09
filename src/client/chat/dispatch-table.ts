import { isDeepStrictEqual } from 'node:util';
import type { TSchema } from 'typebox';
import type { Emitter } from '../../platform/async/events.js';
import type { GatewayEvents } from '../../protocol/gateway/events.js';
import type { Member } from '../../protocol/objects/member.js';
import type { Role } from '../../protocol/objects/role.js';
import type { VoiceState } from '../../protocol/objects/voice.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { ChatEvents } from '../client.js';
import { decoder } from '../decode.js';
import { ServiceError } from '../service-error.js';
import type { LiveChatState } from './chat-state.js';
import { type AppliedEventName, DISPATCH_SCHEMAS } from './dispatch-schemas.js';
import { heapSizeOf } from './heap-size.js';
import { isOnline, type LiveGuild, setFields } from './live-guild.js';
import type { OwnVoiceChannel } from './own-voice-channel.js';

/** About the size of a request to play together in memory, in bytes: several are kept for minutes. */
const REQUEST_BYTES = 8192;

/** What gateway events are applied to. */
export interface DispatchTarget {
  readonly state: LiveChatState;
  readonly events: Pick<Emitter<ChatEvents>, 'emit'>;
  readonly ownVoiceChannel: Pick<OwnVoiceChannel, 'review'>;
  /** guilds in READY that have not arrived yet: their GUILD_CREATE is not a join */
  readonly awaited: Set<string>;
}

type Handlers = {
  readonly [Name in AppliedEventName]: (target: DispatchTarget, data: GatewayEvents[Name]) => void;
};

/** How each gateway event changes the client's state, and which events it emits. */
const DISPATCHES: Handlers = {
  GUILD_CREATE({ state, events, awaited, ownVoiceChannel }, data) {
    const known = awaited.delete(data.id) || state.guild(data.id) !== undefined;
    events.emit('guildCreate', { guild: state.addGuild(data), joined: !known });
    ownVoiceChannel.review();
  },
  GUILD_UPDATE({ state, events }, data) {
    const guild = state.guild(data.id);
    if (guild === undefined) return;
    setFields(guild, data);
    events.emit('guildUpdate', { guild });
  },
  GUILD_DELETE({ state, events, awaited, ownVoiceChannel }, data) {
    const known = awaited.has(data.id) || state.guild(data.id) !== undefined;
    state.removeGuild(data.id);
    // An outage: the guild will become available again, which is not a join.
    if (data.unavailable === true) {
      if (known) awaited.add(data.id);
    } else {
      awaited.delete(data.id);
      events.emit('guildDelete', { id: data.id });
    }
    ownVoiceChannel.review();
  },
  CHANNEL_CREATE({ state, events }, channel) {
    if (state.putChannel(channel)) events.emit('channelCreate', { channel });
  },
  CHANNEL_UPDATE: ({ state }, channel) => void state.putChannel(channel),
  CHANNEL_DELETE: ({ state }, channel) => state.removeChannel(channel.id),
  CHANNEL_RECIPIENT_ADD: ({ state }, { channel_id, user }) => state.addRecipient(channel_id, user),
  CHANNEL_RECIPIENT_REMOVE: ({ state }, { channel_id, user }) => state.removeRecipient(channel_id, user.id),
  GUILD_MEMBER_ADD(target, { guild_id, ...member }) {
    changeGuild(target, guild_id, (guild) => {
      guild.members.set(member.user.id, member);
      guild.member_count += 1;
    });
  },
  GUILD_MEMBER_UPDATE(target, { guild_id, roles, user, nick }) {
    const before = target.state.guild(guild_id)?.members.get(user.id);
    if (before === undefined) return;
    const { nick: _old, ...kept } = before;
    const member = { ...kept, user, roles, ...(nick === null ? {} : { nick }) };
    changeGuild(target, guild_id, (guild) => {
      guild.members.set(user.id, member);
    });
    if (!isNamedAlike(before, member)) announceVoice(target, guild_id, member);
  },
  GUILD_MEMBER_REMOVE(target, { guild_id, user }) {
    leaveVoice(target, guild_id, user.id);
    changeGuild(target, guild_id, (guild) => {
      guild.members.delete(user.id);
      guild.presences.delete(user.id);
      guild.member_count -= 1;
    });
  },
  GUILD_ROLE_CREATE: (target, { guild_id, role }) => putRole(target, guild_id, role),
  GUILD_ROLE_UPDATE: (target, { guild_id, role }) => putRole(target, guild_id, role),
  GUILD_ROLE_DELETE(target, { guild_id, role_id }) {
    changeGuild(target, guild_id, (guild) => void guild.roles.delete(role_id));
  },
  PRESENCE_UPDATE(target, presence) {
    changeGuild(target, presence.guild_id, (guild) => {
      if (isOnline(presence)) guild.presences.set(presence.user.id, presence);
      else guild.presences.delete(presence.user.id);
    });
  },
  VOICE_SERVER_UPDATE: ({ events }, { endpoint, guild_id: guildId, token }) =>
    events.emit('voiceServer', { guildId, token, endpoint }),
  VOICE_STATE_UPDATE: applyVoiceState,
  MESSAGE_CREATE: ({ events }, message) => events.emit('messageCreate', { message }),
  MESSAGE_UPDATE: ({ events }, message) => events.emit('messageUpdate', { message }),
  MESSAGE_DELETE: ({ events }, { id, channel_id }) => events.emit('messageDelete', { id, channel_id }),
  MESSAGE_DELETE_BULK({ events }, { ids, channel_id }) {
    for (const id of ids) events.emit('messageDelete', { id, channel_id });
  },
  USER_UPDATE: ({ events }, user) => events.emit('userUpdate', { user }),
  ACTIVITY_REQUEST({ events }, request) {
    if (heapSizeOf(request) > REQUEST_BYTES)
      throw new ServiceError('a request to play together is too large', 502);
    events.emit('activityRequest', { request });
  },
  OAUTH2_TOKEN_REVOKE: ({ events }, { application_id, token_hashes }) =>
    events.emit('grantRevoked', { applicationId: application_id, tokenHashes: token_hashes }),
  OAUTH2_APPLICATIONS_UPDATE: ({ events }) => events.emit('applicationsChanged', {}),
};

/** Events that do not change the state. */
const STATELESS_EVENTS: ReadonlySet<string> = new Set([
  'GUILD_DELETE',
  'CHANNEL_DELETE',
  'CHANNEL_RECIPIENT_REMOVE',
  'GUILD_MEMBER_REMOVE',
  'GUILD_ROLE_DELETE',
  'MESSAGE_CREATE',
  'MESSAGE_UPDATE',
  'MESSAGE_DELETE',
  'MESSAGE_DELETE_BULK',
  'USER_UPDATE',
  'ACTIVITY_REQUEST',
  'OAUTH2_TOKEN_REVOKE',
  'OAUTH2_APPLICATIONS_UPDATE',
]);

/**
 * Applies one gateway event; unknown ones are ignored.
 *
 * @throws {ServiceError} if the event has the wrong shape, or the state would become too large
 */
export function applyDispatch(target: DispatchTarget, name: string, data: unknown): void {
  if (!isApplied(name)) return;
  const event = decoderOf(name)(data);
  if (!STATELESS_EVENTS.has(name)) target.state.reserve(heapSizeOf(event));
  // The decoder of this event has checked the data.
  (DISPATCHES[name] as (target: DispatchTarget, data: unknown) => void)(target, event);
}

function isApplied(name: string): name is AppliedEventName {
  return Object.hasOwn(DISPATCH_SCHEMAS, name);
}

const decoders = new Map<AppliedEventName, (data: unknown) => unknown>();

/** Compiled when the first event of its kind arrives. */
function decoderOf(name: AppliedEventName): (data: unknown) => unknown {
  let decode = decoders.get(name);
  if (decode === undefined) {
    decode = decoder<TSchema>(DISPATCH_SCHEMAS[name]);
    decoders.set(name, decode);
  }
  return decode;
}

function changeGuild(
  { state, events }: DispatchTarget,
  id: string | undefined,
  change: (guild: LiveGuild) => void,
): void {
  const guild = id === undefined ? undefined : state.guild(id);
  if (guild === undefined) return;
  change(guild);
  events.emit('guildUpdate', { guild });
}

function putRole(target: DispatchTarget, guildId: string, role: Role): void {
  changeGuild(target, guildId, (guild) => {
    // A changed role becomes the last one.
    guild.roles.delete(role.id);
    guild.roles.set(role.id, role);
  });
}

/** Whether voice state entries show the same of two members (docs/rpc.md, Events). */
function isNamedAlike(a: Member, b: Member): boolean {
  return a.nick === b.nick && isDeepStrictEqual(a.user, b.user);
}

/** The entry of a member in voice changed, but not the voice state. */
function announceVoice({ state, events }: DispatchTarget, guildId: string, member: Member): void {
  const voice = state.guild(guildId)?.voice_states.get(member.user.id);
  if (voice === undefined || voice.channel_id === null) return;
  events.emit('voiceStateUpdate', { channelId: voice.channel_id, state: voice, member });
}

/** Applies VOICE_STATE_UPDATE, which covers three events: a user joins, changes or leaves. */
function applyVoiceState({ state, events, ownVoiceChannel }: DispatchTarget, next: VoiceState): void {
  const guild = next.guild_id === undefined ? undefined : state.guild(next.guild_id);
  const member = guild?.members.get(next.user_id);
  if (guild === undefined) return;
  const before = guild.voice_states.get(next.user_id);
  state.putVoiceState(guild, next);
  const moved = (before?.channel_id ?? null) !== next.channel_id;
  ownVoiceChannel.review();
  if (member === undefined) return;
  if (moved && before !== undefined && before.channel_id !== null) {
    events.emit('voiceStateDelete', { channelId: before.channel_id, state: before, member });
  }
  if (next.channel_id === null) return;
  const change = { channelId: next.channel_id, state: next, member };
  events.emit(moved ? 'voiceStateCreate' : 'voiceStateUpdate', change);
}

/** A member who leaves the guild also leaves its voice channel, even without an event for it. */
function leaveVoice(target: DispatchTarget, guildId: Snowflake, userId: Snowflake): void {
  const before = target.state.guild(guildId)?.voice_states.get(userId);
  if (before !== undefined) applyVoiceState(target, { ...before, guild_id: guildId, channel_id: null });
}
