import Type, { type Static } from 'typebox';
import { Enumeration, Nullable, SnowflakeSchema } from '../schema.js';
import { UserSchema } from './user.js';

/** Actions in the audit log (the public documentation's Audit Log Events; those of integrations are extensions). */
export const AUDIT_LOG_ACTIONS = {
  GUILD_UPDATE: 1,
  CHANNEL_CREATE: 10,
  CHANNEL_UPDATE: 11,
  CHANNEL_DELETE: 12,
  CHANNEL_OVERWRITE_CREATE: 13,
  CHANNEL_OVERWRITE_UPDATE: 14,
  CHANNEL_OVERWRITE_DELETE: 15,
  MEMBER_KICK: 20,
  MEMBER_PRUNE: 21,
  MEMBER_BAN_ADD: 22,
  MEMBER_BAN_REMOVE: 23,
  MEMBER_UPDATE: 24,
  MEMBER_ROLE_UPDATE: 25,
  ROLE_CREATE: 30,
  ROLE_UPDATE: 31,
  ROLE_DELETE: 32,
  INVITE_CREATE: 40,
  INVITE_DELETE: 42,
  EMOJI_CREATE: 60,
  EMOJI_UPDATE: 61,
  EMOJI_DELETE: 62,
  MESSAGE_DELETE: 72,
  INTEGRATION_CREATE: 80,
  INTEGRATION_UPDATE: 81,
  INTEGRATION_DELETE: 82,
} as const;
export type AuditLogAction = (typeof AUDIT_LOG_ACTIONS)[keyof typeof AUDIT_LOG_ACTIONS];

/** A changed value; absent if there was, or is, none. */
const AuditLogChangeSchema = Type.Object({
  key: Type.String(),
  old_value: Type.Optional(Type.Unknown()),
  new_value: Type.Optional(Type.Unknown()),
});
export type AuditLogChange = Static<typeof AuditLogChangeSchema>;

/** Additional data of some actions; numbers are strings here. */
const AuditLogOptionsSchema = Type.Object({
  /** of a prune */
  delete_member_days: Type.Optional(Type.String()),
  members_removed: Type.Optional(Type.String()),
  /** of a deleted message: its channel, and the number of messages */
  channel_id: Type.Optional(SnowflakeSchema),
  count: Type.Optional(Type.String()),
  /** the target of an overwrite */
  id: Type.Optional(SnowflakeSchema),
  type: Type.Optional(Type.String()),
  role_name: Type.Optional(Type.String()),
});
export type AuditLogOptions = Static<typeof AuditLogOptionsSchema>;

const AuditLogEntrySchema = Type.Object({
  id: SnowflakeSchema,
  target_id: Nullable(SnowflakeSchema),
  /** the user who performed the action */
  user_id: SnowflakeSchema,
  action_type: Enumeration(AUDIT_LOG_ACTIONS),
  changes: Type.Optional(Type.Array(AuditLogChangeSchema)),
  options: Type.Optional(AuditLogOptionsSchema),
  reason: Type.Optional(Type.String()),
});
export type AuditLogEntry = Static<typeof AuditLogEntrySchema>;

/** A page of the audit log, with the users in it. */
export const AuditLogSchema = Type.Object({
  audit_log_entries: Type.Array(AuditLogEntrySchema),
  users: Type.Array(UserSchema),
  webhooks: Type.Array(Type.Unknown()),
  /** always empty: later clients fail without it */
  guild_scheduled_events: Type.Array(Type.Unknown(), { maxItems: 0 }),
  auto_moderation_rules: Type.Array(Type.Unknown(), { maxItems: 0 }),
  application_commands: Type.Array(Type.Unknown(), { maxItems: 0 }),
  integrations: Type.Array(Type.Unknown(), { maxItems: 0 }),
  threads: Type.Array(Type.Unknown(), { maxItems: 0 }),
});
