import Type from 'typebox';
import {
  DEFAULT_MESSAGE_NOTIFICATIONS,
  EXPLICIT_CONTENT_FILTERS,
  VERIFICATION_LEVELS,
} from '../objects/guild.js';
import { Enumeration, Nullable } from '../schema.js';
import { PartialChannelBody } from './channel-bodies.js';
import {
  ColorSchema,
  GuildNameSchema,
  PermissionsFieldSchema,
  PlaceholderSchema,
  RoleNameSchema,
} from './fields.js';

const PartialRoleBody = Type.Object({
  id: Type.Optional(PlaceholderSchema),
  name: Type.Optional(Nullable(RoleNameSchema)),
  permissions: Type.Optional(Nullable(PermissionsFieldSchema)),
  color: Type.Optional(Nullable(ColorSchema)),
  hoist: Type.Optional(Nullable(Type.Boolean())),
  mentionable: Type.Optional(Nullable(Type.Boolean())),
});

/** POST /guilds (interface.md, Guild REST operations). How many roles and channels there may be is for the rules. */
export const CreateGuildBody = Type.Object({
  name: GuildNameSchema,
  region: Type.Optional(Nullable(Type.String({ maxLength: 50 }))),
  verification_level: Type.Optional(Nullable(Enumeration(VERIFICATION_LEVELS))),
  default_message_notifications: Type.Optional(Nullable(Enumeration(DEFAULT_MESSAGE_NOTIFICATIONS))),
  explicit_content_filter: Type.Optional(Nullable(Enumeration(EXPLICIT_CONTENT_FILTERS))),
  roles: Type.Optional(Nullable(Type.Array(PartialRoleBody))),
  channels: Type.Optional(Nullable(Type.Array(PartialChannelBody))),
});
