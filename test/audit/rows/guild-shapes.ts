import {
  anything,
  bool,
  integer,
  is,
  list,
  nullable,
  object,
  optional,
  snowflake,
  text,
  timestamp,
} from '../kernel/shape.js';
import { partialUser } from './shapes.js';

/** Objects of the guild resource. */

export const role = object({
  id: snowflake,
  name: text,
  permissions: integer,
  color: integer,
  hoist: bool,
  mentionable: bool,
});

export const guildFields = {
  id: snowflake,
  name: text,
  icon: nullable(text),
  splash: nullable(text),
  owner_id: snowflake,
  region: text,
  afk_channel_id: nullable(snowflake),
  afk_timeout: integer,
  'embed_enabled?': optional(bool),
  'embed_channel_id?': optional(snowflake),
  verification_level: integer,
  default_message_notifications: integer,
  explicit_content_filter: integer,
  roles: list(role),
  emojis: list(anything),
  features: list(text),
  mfa_level: integer,
  application_id: nullable(snowflake),
  'widget_enabled?': optional(bool),
  'widget_channel_id?': optional(snowflake),
  system_channel_id: nullable(snowflake),
};

export const guild = object({
  id: snowflake,
  name: text,
  owner_id: snowflake,
  region: text,
  roles: list(role),
});

export const memberFields = {
  user: partialUser,
  'nick?': optional(nullable(text)),
  roles: list(snowflake),
  joined_at: timestamp,
  deaf: bool,
  mute: bool,
};

export const member = object({
  user: partialUser,
  roles: list(snowflake),
  joined_at: timestamp,
  deaf: bool,
  mute: bool,
});

export const channel = object({ id: snowflake, type: integer, name: text });

export const integrationFields = {
  id: snowflake,
  name: text,
  type: text,
  enabled: bool,
  syncing: bool,
  role_id: snowflake,
  expire_behavior: integer,
  expire_grace_period: integer,
  user: partialUser,
  account: object({ id: text, name: text }),
  synced_at: timestamp,
};

export const integration = object(integrationFields);
export const ban = object({ reason: nullable(text), user: partialUser });
export const embed = object({ enabled: bool, channel_id: nullable(snowflake) });
export const invite = object({
  code: text,
  guild: anything,
  channel: anything,
  uses: integer,
  max_age: integer,
  created_at: timestamp,
});
export const region = object({
  id: text,
  name: text,
  vip: bool,
  optimal: bool,
  deprecated: bool,
  custom: bool,
});
export const denied = object({ code: is(50013), message: text });
