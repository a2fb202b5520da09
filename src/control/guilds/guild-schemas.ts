import Type, { type Static } from 'typebox';
import { CHANNEL_TYPES } from '../../protocol/objects/channel.js';
import { STATUSES } from '../../protocol/objects/presence.js';
import { Enumeration, Nullable, SnowflakeSchema, TimestampSchema } from '../../protocol/schema.js';

/** A guild of the person. */
const ListedGuildSchema = Type.Object({
  id: SnowflakeSchema,
  name: Type.String(),
  owner_id: SnowflakeSchema,
  member_count: Type.Integer(),
});

export const ListedGuildsSchema = Type.Object({
  guilds: Type.Array(ListedGuildSchema),
  /** the number of guilds that are not a listed */
  more: Type.Integer(),
});
export type ListedGuilds = Static<typeof ListedGuildsSchema>;

/** A channel that the person may view. */
const ShownChannelSchema = Type.Object({
  id: SnowflakeSchema,
  type: Enumeration(CHANNEL_TYPES),
  name: Type.String(),
  topic: Type.String(),
  /** the category; null: none */
  parent_id: Nullable(SnowflakeSchema),
  /** the names of those in a voice channel; at most 10 */
  voice_members: Type.Array(Type.String()),
  /** the number of those in a voice channel whose names are not listed */
  more_voice_members: Type.Integer(),
});
export type ShownChannel = Static<typeof ShownChannelSchema>;

const ShownRoleSchema = Type.Object({
  id: SnowflakeSchema,
  name: Type.String(),
  /** `#rrggbb`; null: none */
  color: Nullable(Type.String()),
  /** how many of the known members have it */
  members: Type.Integer(),
});
export type ShownRole = Static<typeof ShownRoleSchema>;

const ShownMemberSchema = Type.Object({
  id: SnowflakeSchema,
  /** nickname, else username */
  name: Type.String(),
  /** with discriminator */
  username: Type.String(),
  is_bot: Type.Boolean(),
  status: Enumeration(STATUSES),
  /** the name of what they do now; null: nothing */
  activity: Nullable(Type.String()),
  /** whether the person can ask to join it, or to watch it */
  can_join: Type.Boolean(),
  can_watch: Type.Boolean(),
  /** whether the person's own activity can be joined, and the member is there to be invited */
  can_invite: Type.Boolean(),
  /** ids of roles, the highest first */
  roles: Type.Array(SnowflakeSchema),
});
export type ShownMember = Static<typeof ShownMemberSchema>;

/** A guild with its channels, roles and members. */
export const ShownGuildSchema = Type.Object({
  ...ListedGuildSchema.properties,
  /** in the order of a client: each category before its channels; at most 500 */
  channels: Type.Array(ShownChannelSchema),
  more_channels: Type.Integer(),
  /** the highest first, without @everyone */
  roles: Type.Array(ShownRoleSchema),
  /** members that are online first, then by name; at most 200 */
  members: Type.Array(ShownMemberSchema),
  /** the number of members that are not listed */
  more_members: Type.Integer(),
  /** how many of the known members are online */
  online: Type.Integer(),
});
export type ShownGuild = Static<typeof ShownGuildSchema>;

/** A message as the console and the command line show it. */
export const ShownMessageSchema = Type.Object({
  id: SnowflakeSchema,
  author: Type.Object({ id: SnowflakeSchema, name: Type.String(), is_bot: Type.Boolean() }),
  /** as it was written: mentions and emojis are codes */
  content: Type.String(),
  timestamp: TimestampSchema,
  is_edited: Type.Boolean(),
  is_pinned: Type.Boolean(),
  /** what the author did, of a system message, which has no content; null of others */
  action: Nullable(Type.String()),
  /** the names of the files */
  attachments: Type.Array(Type.String()),
  files: Type.Array(
    Type.Object({
      id: SnowflakeSchema,
      name: Type.String(),
      bytes: Type.Integer(),
      /** where the service has it; null: at no address of the web */
      url: Nullable(Type.String()),
      /** in pixels; null: it is not an image, or one that is too large to be shown */
      image: Nullable(Type.Object({ width: Type.Integer(), height: Type.Integer() })),
    }),
  ),
  embeds: Type.Integer(),
});
export type ShownMessage = Static<typeof ShownMessageSchema>;

export const MessagePageSchema = Type.Object({
  /** oldest first */
  messages: Type.Array(ShownMessageSchema),
  /** whether there are older ones; after a message newer ones */
  has_more: Type.Boolean(),
});
export type MessagePage = Static<typeof MessagePageSchema>;
