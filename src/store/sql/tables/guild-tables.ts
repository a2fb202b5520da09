import type {
  AuditLogRow,
  BanRow,
  ChannelRow,
  EmojiImageRow,
  EmojiRow,
  GuildRow,
  ImageRow,
  IntegrationRow,
  IntegrationSubscriberRow,
  InviteRow,
  MemberRow,
  PrivateChannelRow,
  RecipientRow,
  RoleRow,
  TemporaryMemberRow,
} from '../rows/guilds.js';
import { Table } from '../table.js';

/** Guilds, channels of every kind, and what belongs to them. */

export const guilds = new Table<GuildRow>('guilds', ['id'], {
  id: 'id',
  version: 'integer',
  name: 'text',
  icon: 'text',
  splash: 'text',
  owner_id: 'id',
  region: 'text',
  afk_channel_id: 'id',
  afk_timeout: 'integer',
  embed_enabled: 'boolean',
  embed_channel_id: 'id',
  verification_level: 'integer',
  default_message_notifications: 'integer',
  explicit_content_filter: 'integer',
  features: 'json',
  mfa_level: 'integer',
  application_id: 'id',
  widget_enabled: 'boolean',
  widget_channel_id: 'id',
  system_channel_id: 'id',
});

export const roles = new Table<RoleRow>('roles', ['id'], {
  id: 'id',
  guild_id: 'id',
  name: 'text',
  color: 'integer',
  hoist: 'boolean',
  position: 'integer',
  permissions: 'integer',
  managed: 'boolean',
  mentionable: 'boolean',
});

export const channels = new Table<ChannelRow>('channels', ['id'], {
  id: 'id',
  guild_id: 'id',
  application_id: 'id',
  type: 'integer',
  name: 'text',
  topic: 'text',
  position: 'integer',
  nsfw: 'boolean',
  bitrate: 'integer',
  user_limit: 'integer',
  parent_id: 'id',
  permission_overwrites: 'json',
  last_pin_at: 'integer',
});

export const private_channels = new Table<PrivateChannelRow>('private_channels', ['id'], {
  id: 'id',
  owner_id: 'id',
  icon: 'text',
  dm_key: 'text',
});

export const private_channel_recipients = new Table<RecipientRow>(
  'private_channel_recipients',
  ['channel_id', 'user_id'],
  { channel_id: 'id', user_id: 'id', nick: 'text', is_open: 'boolean' },
);

export const members = new Table<MemberRow>('members', ['guild_id', 'user_id'], {
  guild_id: 'id',
  user_id: 'id',
  nick: 'text',
  roles: 'json',
  joined_at: 'integer',
  deaf: 'boolean',
  mute: 'boolean',
});

export const bans = new Table<BanRow>('bans', ['guild_id', 'user_id'], {
  guild_id: 'id',
  user_id: 'id',
  reason: 'text',
});

export const audit_log = new Table<AuditLogRow>('audit_log', ['id'], {
  id: 'id',
  guild_id: 'id',
  user_id: 'id',
  action_type: 'integer',
  target_id: 'id',
  changes: 'json',
  options: 'json',
  reason: 'text',
});

export const images = new Table<ImageRow>('images', ['kind', 'owner_id', 'hash'], {
  kind: 'text',
  owner_id: 'id',
  hash: 'text',
  data: 'text',
});

export const invites = new Table<InviteRow>('invites', ['code'], {
  code: 'text',
  guild_id: 'id',
  channel_id: 'id',
  inviter_id: 'id',
  uses: 'integer',
  max_uses: 'integer',
  max_age: 'integer',
  temporary: 'boolean',
  vanity: 'boolean',
  created_at: 'integer',
});

export const temporary_members = new Table<TemporaryMemberRow>('temporary_members', ['guild_id', 'user_id'], {
  guild_id: 'id',
  user_id: 'id',
});

export const integrations = new Table<IntegrationRow>('integrations', ['guild_id', 'id'], {
  guild_id: 'id',
  id: 'id',
  name: 'text',
  type: 'text',
  enabled: 'boolean',
  syncing: 'boolean',
  role_id: 'id',
  expire_behavior: 'integer',
  expire_grace_period: 'integer',
  enable_emoticons: 'boolean',
  user_id: 'id',
  account_id: 'text',
  account_name: 'text',
  synced_at: 'integer',
});

export const integration_subscribers = new Table<IntegrationSubscriberRow>(
  'integration_subscribers',
  ['guild_id', 'integration_id', 'user_id'],
  { guild_id: 'id', integration_id: 'id', user_id: 'id', expires_at: 'integer' },
);

export const emojis = new Table<EmojiRow>('emojis', ['id'], {
  id: 'id',
  guild_id: 'id',
  name: 'text',
  roles: 'json',
  user_id: 'id',
  animated: 'boolean',
});

export const emoji_images = new Table<EmojiImageRow>('emoji_images', ['emoji_id'], {
  emoji_id: 'id',
  data: 'text',
});
