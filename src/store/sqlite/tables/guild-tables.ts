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
  version: 'plain',
  name: 'plain',
  icon: 'plain',
  splash: 'plain',
  owner_id: 'id',
  region: 'plain',
  afk_channel_id: 'id',
  afk_timeout: 'plain',
  embed_enabled: 'boolean',
  embed_channel_id: 'id',
  verification_level: 'plain',
  default_message_notifications: 'plain',
  explicit_content_filter: 'plain',
  features: 'json',
  mfa_level: 'plain',
  application_id: 'id',
  widget_enabled: 'boolean',
  widget_channel_id: 'id',
  system_channel_id: 'id',
});

export const roles = new Table<RoleRow>('roles', ['id'], {
  id: 'id',
  guild_id: 'id',
  name: 'plain',
  color: 'plain',
  hoist: 'boolean',
  position: 'plain',
  permissions: 'plain',
  managed: 'boolean',
  mentionable: 'boolean',
});

export const channels = new Table<ChannelRow>('channels', ['id'], {
  id: 'id',
  guild_id: 'id',
  application_id: 'id',
  type: 'plain',
  name: 'plain',
  topic: 'plain',
  position: 'plain',
  nsfw: 'boolean',
  bitrate: 'plain',
  user_limit: 'plain',
  parent_id: 'id',
  permission_overwrites: 'json',
  last_pin_at: 'plain',
});

export const private_channels = new Table<PrivateChannelRow>('private_channels', ['id'], {
  id: 'id',
  owner_id: 'id',
  icon: 'plain',
  dm_key: 'plain',
});

export const private_channel_recipients = new Table<RecipientRow>(
  'private_channel_recipients',
  ['channel_id', 'user_id'],
  { channel_id: 'id', user_id: 'id', nick: 'plain', is_open: 'boolean' },
);

export const members = new Table<MemberRow>('members', ['guild_id', 'user_id'], {
  guild_id: 'id',
  user_id: 'id',
  nick: 'plain',
  roles: 'json',
  joined_at: 'plain',
  deaf: 'boolean',
  mute: 'boolean',
});

export const bans = new Table<BanRow>('bans', ['guild_id', 'user_id'], {
  guild_id: 'id',
  user_id: 'id',
  reason: 'plain',
});

export const audit_log = new Table<AuditLogRow>('audit_log', ['id'], {
  id: 'id',
  guild_id: 'id',
  user_id: 'id',
  action_type: 'plain',
  target_id: 'id',
  changes: 'json',
  options: 'json',
  reason: 'plain',
});

export const images = new Table<ImageRow>('images', ['kind', 'owner_id', 'hash'], {
  kind: 'plain',
  owner_id: 'id',
  hash: 'plain',
  data: 'plain',
});

export const invites = new Table<InviteRow>('invites', ['code'], {
  code: 'plain',
  guild_id: 'id',
  channel_id: 'id',
  inviter_id: 'id',
  uses: 'plain',
  max_uses: 'plain',
  max_age: 'plain',
  temporary: 'boolean',
  vanity: 'boolean',
  created_at: 'plain',
});

export const temporary_members = new Table<TemporaryMemberRow>('temporary_members', ['guild_id', 'user_id'], {
  guild_id: 'id',
  user_id: 'id',
});

export const integrations = new Table<IntegrationRow>('integrations', ['guild_id', 'id'], {
  guild_id: 'id',
  id: 'id',
  name: 'plain',
  type: 'plain',
  enabled: 'boolean',
  syncing: 'boolean',
  role_id: 'id',
  expire_behavior: 'plain',
  expire_grace_period: 'plain',
  enable_emoticons: 'boolean',
  user_id: 'id',
  account_id: 'plain',
  account_name: 'plain',
  synced_at: 'plain',
});

export const integration_subscribers = new Table<IntegrationSubscriberRow>(
  'integration_subscribers',
  ['guild_id', 'integration_id', 'user_id'],
  { guild_id: 'id', integration_id: 'id', user_id: 'id', expires_at: 'plain' },
);

export const emojis = new Table<EmojiRow>('emojis', ['id'], {
  id: 'id',
  guild_id: 'id',
  name: 'plain',
  roles: 'json',
  user_id: 'id',
  animated: 'boolean',
});

export const emoji_images = new Table<EmojiImageRow>('emoji_images', ['emoji_id'], {
  emoji_id: 'id',
  data: 'plain',
});
