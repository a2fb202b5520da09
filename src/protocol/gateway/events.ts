import Type, { type Static, type TSchema } from 'typebox';
import { ActivityRequestSchema } from '../objects/activity-request.js';
import { ChannelSchema } from '../objects/channel.js';
import { EmojiSchema, PartialEmojiSchema } from '../objects/emoji.js';
import { GuildCreateSchema, GuildSchema, UnavailableGuildSchema } from '../objects/guild.js';
import { MemberSchema } from '../objects/member.js';
import { MessageSchema } from '../objects/message.js';
import { PresenceSchema } from '../objects/presence.js';
import { RoleSchema } from '../objects/role.js';
import { PartialUserSchema, UserSchema } from '../objects/user.js';
import { VoiceStateSchema } from '../objects/voice.js';
import { Nullable, SnowflakeSchema, TimestampSchema } from '../schema.js';

const ofGuild = { guild_id: SnowflakeSchema };
const ofChannel = { guild_id: Type.Optional(SnowflakeSchema), channel_id: SnowflakeSchema };

/** A list of a payload: serialized, never changed. */
function List<T extends TSchema>(item: T) {
  return Type.ReadonlyType(Type.Array(item));
}

/** READY (docs/gateway.md). */
const ReadySchema = Type.Object({
  v: Type.Integer(),
  user: UserSchema,
  private_channels: List(ChannelSchema),
  guilds: List(UnavailableGuildSchema),
  relationships: List(Type.Unknown()),
  session_id: Type.String(),
  resume_gateway_url: Type.String(),
  application: Type.Optional(Type.Object({ id: SnowflakeSchema, flags: Type.Integer() })),
  shard: Type.Optional(Type.ReadonlyType(Type.Tuple([Type.Integer(), Type.Integer()]))),
  /** the session receives OAUTH2_APPLICATIONS_UPDATE, as requested with IDENTIFY */
  application_updates: Type.Optional(Type.Literal(true)),
  _trace: List(Type.String()),
});

/** A part of the reply to op 8 (docs/gateway.md, Members on request). */
const MembersChunkSchema = Type.Object({
  ...ofGuild,
  members: Type.Array(MemberSchema),
  /** from 0 to `chunk_count` - 1 */
  chunk_index: Type.Integer(),
  chunk_count: Type.Integer(),
  /** the requested `user_ids` that are not members; only in the first chunk */
  not_found: Type.Optional(Type.Array(SnowflakeSchema)),
  presences: Type.Optional(Type.Array(PresenceSchema)),
  nonce: Type.Optional(Type.String()),
});
export type GuildMembersChunk = Static<typeof MembersChunkSchema>;

/** A reaction of one user was added or removed. */
const ReactionSchema = Type.Object({
  ...ofChannel,
  user_id: SnowflakeSchema,
  message_id: SnowflakeSchema,
  emoji: PartialEmojiSchema,
});

const BanSchema = Type.Intersect([PartialUserSchema, Type.Object({ ...ofGuild, user: PartialUserSchema })]);
const GuildRoleSchema = Type.Object({ ...ofGuild, role: RoleSchema });

/** An event of the gateway: the shape of `d`. */
function dispatch<Data extends TSchema>(summary: string, data: Data) {
  return { summary, data };
}

/** Gateway dispatches by name (docs/gateway.md, Events). */
export const GATEWAY_EVENTS = {
  READY: dispatch('The session has begun.', ReadySchema),
  RESUMED: dispatch('All missed events were sent.', Type.Object({ _trace: List(Type.String()) })),
  GUILD_CREATE: dispatch(
    'The user is in this guild: sent after READY, and for guilds joined later.',
    GuildCreateSchema,
  ),
  GUILD_UPDATE: dispatch('A guild was changed.', GuildSchema),
  GUILD_DELETE: dispatch('The user is no longer in the guild, or it is unavailable.', UnavailableGuildSchema),
  CHANNEL_CREATE: dispatch('A channel was created, or became visible.', ChannelSchema),
  CHANNEL_UPDATE: dispatch('A channel was changed.', ChannelSchema),
  CHANNEL_DELETE: dispatch('A channel was deleted, or became hidden.', ChannelSchema),
  CHANNEL_RECIPIENT_ADD: dispatch(
    'Somebody was added to a group; sent to its earlier recipients.',
    Type.Object({ channel_id: SnowflakeSchema, user: PartialUserSchema, nick: Type.Optional(Type.String()) }),
  ),
  CHANNEL_RECIPIENT_REMOVE: dispatch(
    'Somebody left a group or was removed; sent to its remaining recipients.',
    Type.Object({ channel_id: SnowflakeSchema, user: PartialUserSchema }),
  ),
  GUILD_MEMBER_ADD: dispatch('Somebody joined.', Type.Intersect([MemberSchema, Type.Object(ofGuild)])),
  GUILD_MEMBER_UPDATE: dispatch(
    'The nick or roles of a member were changed.',
    Type.Object({
      ...ofGuild,
      roles: Type.Array(SnowflakeSchema),
      user: PartialUserSchema,
      nick: Nullable(Type.String()),
    }),
  ),
  GUILD_MEMBER_REMOVE: dispatch(
    'A member left or was removed.',
    Type.Object({ ...ofGuild, user: PartialUserSchema }),
  ),
  GUILD_BAN_ADD: dispatch("A user was banned; the user's fields are there twice.", BanSchema),
  GUILD_BAN_REMOVE: dispatch("A ban was removed; the user's fields are there twice.", BanSchema),
  GUILD_ROLE_CREATE: dispatch('A role was created.', GuildRoleSchema),
  GUILD_ROLE_UPDATE: dispatch('A role was changed.', GuildRoleSchema),
  GUILD_ROLE_DELETE: dispatch('A role was deleted.', Type.Object({ ...ofGuild, role_id: SnowflakeSchema })),
  GUILD_EMOJIS_UPDATE: dispatch(
    'The custom emojis were changed.',
    Type.Object({ ...ofGuild, emojis: List(EmojiSchema) }),
  ),
  GUILD_INTEGRATIONS_UPDATE: dispatch('An integration was changed.', Type.Object(ofGuild)),
  GUILD_MEMBERS_CHUNK: dispatch('A part of the members that op 8 requested.', MembersChunkSchema),
  MESSAGE_CREATE: dispatch('A message was posted.', MessageSchema),
  MESSAGE_UPDATE: dispatch('A message was changed.', MessageSchema),
  MESSAGE_DELETE: dispatch('A message was deleted.', Type.Object({ ...ofChannel, id: SnowflakeSchema })),
  MESSAGE_DELETE_BULK: dispatch(
    'Many messages were deleted at once.',
    Type.Object({ ...ofChannel, ids: List(SnowflakeSchema) }),
  ),
  MESSAGE_REACTION_ADD: dispatch('A user reacted to a message.', ReactionSchema),
  MESSAGE_REACTION_REMOVE: dispatch('A reaction was removed.', ReactionSchema),
  MESSAGE_REACTION_REMOVE_ALL: dispatch(
    'All reactions to a message were removed.',
    Type.Object({ ...ofChannel, message_id: SnowflakeSchema }),
  ),
  CHANNEL_PINS_UPDATE: dispatch(
    'A message was pinned or unpinned.',
    Type.Object({ ...ofChannel, last_pin_timestamp: Nullable(TimestampSchema) }),
  ),
  PRESENCE_UPDATE: dispatch(
    'The status or activity of a member changed.',
    Type.Intersect([PresenceSchema, Type.Object(ofGuild)]),
  ),
  TYPING_START: dispatch(
    'A user started to type.',
    Type.Object({ ...ofChannel, user_id: SnowflakeSchema, timestamp: Type.Integer() }),
  ),
  VOICE_STATE_UPDATE: dispatch('A user joined, moved in or left voice, or changed state.', VoiceStateSchema),
  VOICE_SERVER_UPDATE: dispatch(
    'Where to connect for voice; a null endpoint means that there is none.',
    Type.Object({ token: Type.String(), ...ofGuild, endpoint: Nullable(Type.String()) }),
  ),
  USER_UPDATE: dispatch("The user's own account was changed; sent to their own sessions.", UserSchema),
  ACTIVITY_REQUEST: dispatch(
    'Somebody asks to join a game, invites into one, or answers; sent to the sessions of the user that it is for.',
    ActivityRequestSchema,
  ),
  OAUTH2_TOKEN_REVOKE: dispatch(
    "An application's tokens were revoked, by SHA-256 in hex (null: all); sent to the user's own sessions.",
    Type.Object({ application_id: SnowflakeSchema, token_hashes: Nullable(List(Type.String())) }),
  ),
  // It does not say which, because others must not know it.
  OAUTH2_APPLICATIONS_UPDATE: dispatch(
    'An application was registered, changed or deleted; sent to sessions that request it with IDENTIFY.',
    Type.Object({}),
  ),
};

export type GatewayEventName = keyof typeof GATEWAY_EVENTS;

/** The shape of `d` by the name of the event. */
export type GatewayEvents = {
  [Name in GatewayEventName]: Static<(typeof GATEWAY_EVENTS)[Name]['data']>;
};
