import type { AttachmentRow, RemovedFileRow } from './attachment-rows.js';
import type {
  ApplicationRow,
  AuditLogRow,
  AuthorizationCodeRow,
  BanRow,
  ChannelRow,
  EmojiImageRow,
  EmojiRow,
  GrantRow,
  GuildRow,
  ImageRow,
  IntegrationRow,
  IntegrationSubscriberRow,
  InviteRow,
  MemberRow,
  MessageRow,
  PrivateChannelRow,
  ReactionRow,
  RecipientRow,
  RoleRow,
  RpcTokenRow,
  TemporaryMemberRow,
  TokenRow,
  UserActivityRow,
  UserRow,
} from './rows.js';
import { Table } from './table.js';
import type { TwoFactorRow } from './two-factor-row.js';

const users = new Table<UserRow>('users', ['id'], {
  id: 'id',
  username: 'plain',
  discriminator: 'plain',
  avatar: 'plain',
  bot: 'boolean',
  mfa_enabled: 'boolean',
  verified: 'boolean',
  email: 'plain',
  phone: 'plain',
});

const two_factor = new Table<TwoFactorRow>('two_factor', ['user_id'], {
  user_id: 'id',
  secret: 'plain',
  confirmed: 'boolean',
  last_step: 'plain',
  backup_codes: 'json',
});

const applications = new Table<ApplicationRow>('applications', ['id'], {
  id: 'id',
  name: 'plain',
  description: 'plain',
  icon: 'plain',
  secret_hash: 'plain',
  approved: 'boolean',
  owner_id: 'id',
  bot_id: 'id',
  rpc_origins: 'json',
  redirect_uris: 'json',
  testers: 'json',
});

const guilds = new Table<GuildRow>('guilds', ['id'], {
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

const images = new Table<ImageRow>('images', ['kind', 'owner_id', 'hash'], {
  kind: 'plain',
  owner_id: 'id',
  hash: 'plain',
  data: 'plain',
});

const invites = new Table<InviteRow>('invites', ['code'], {
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

const temporary_members = new Table<TemporaryMemberRow>('temporary_members', ['guild_id', 'user_id'], {
  guild_id: 'id',
  user_id: 'id',
});

const integrations = new Table<IntegrationRow>('integrations', ['guild_id', 'id'], {
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

const integration_subscribers = new Table<IntegrationSubscriberRow>(
  'integration_subscribers',
  ['guild_id', 'integration_id', 'user_id'],
  { guild_id: 'id', integration_id: 'id', user_id: 'id', expires_at: 'plain' },
);

const roles = new Table<RoleRow>('roles', ['id'], {
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

const channels = new Table<ChannelRow>('channels', ['id'], {
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

const private_channels = new Table<PrivateChannelRow>('private_channels', ['id'], {
  id: 'id',
  owner_id: 'id',
  icon: 'plain',
  dm_key: 'plain',
});

const private_channel_recipients = new Table<RecipientRow>(
  'private_channel_recipients',
  ['channel_id', 'user_id'],
  { channel_id: 'id', user_id: 'id', nick: 'plain', is_open: 'boolean' },
);

const members = new Table<MemberRow>('members', ['guild_id', 'user_id'], {
  guild_id: 'id',
  user_id: 'id',
  nick: 'plain',
  roles: 'json',
  joined_at: 'plain',
  deaf: 'boolean',
  mute: 'boolean',
});

const bans = new Table<BanRow>('bans', ['guild_id', 'user_id'], {
  guild_id: 'id',
  user_id: 'id',
  reason: 'plain',
});

const user_activity = new Table<UserActivityRow>('user_activity', ['user_id'], {
  user_id: 'id',
  seen_at: 'plain',
});

const audit_log = new Table<AuditLogRow>('audit_log', ['id'], {
  id: 'id',
  guild_id: 'id',
  user_id: 'id',
  action_type: 'plain',
  target_id: 'id',
  changes: 'json',
  options: 'json',
  reason: 'plain',
});

const messages = new Table<MessageRow>('messages', ['id'], {
  id: 'id',
  channel_id: 'id',
  author_id: 'id',
  content: 'plain',
  edited_at: 'plain',
  tts: 'boolean',
  mention_everyone: 'boolean',
  mentions: 'json',
  mention_roles: 'json',
  pinned: 'boolean',
  type: 'plain',
  embeds: 'json',
});

const attachments = new Table<AttachmentRow>('attachments', ['id'], {
  id: 'id',
  message_id: 'id',
  user_id: 'id',
  filename: 'plain',
  size: 'plain',
  content_type: 'plain',
  width: 'plain',
  height: 'plain',
  access_key: 'plain',
});

const removed_files = new Table<RemovedFileRow>('removed_files', ['id'], {
  id: 'id',
  user_id: 'id',
  size: 'plain',
});

const reactions = new Table<ReactionRow>('reactions', ['message_id', 'emoji_key', 'user_id'], {
  message_id: 'id',
  emoji_key: 'plain',
  user_id: 'id',
  emoji: 'json',
  reacted_at: 'plain',
});

const emojis = new Table<EmojiRow>('emojis', ['id'], {
  id: 'id',
  guild_id: 'id',
  name: 'plain',
  roles: 'json',
  user_id: 'id',
  animated: 'boolean',
});

const emoji_images = new Table<EmojiImageRow>('emoji_images', ['emoji_id'], {
  emoji_id: 'id',
  data: 'plain',
});

const grants = new Table<GrantRow>('grants', ['id'], {
  id: 'id',
  user_id: 'id',
  application_id: 'id',
  scopes: 'json',
  created_at: 'plain',
  once: 'boolean',
});

const tokens = new Table<TokenRow>('tokens', ['hash'], {
  hash: 'plain',
  kind: 'plain',
  user_id: 'id',
  application_id: 'id',
  grant_id: 'id',
  chain: 'plain',
  scopes: 'json',
  created_at: 'plain',
  expires_at: 'plain',
  rotated_at: 'plain',
});

const authorization_codes = new Table<AuthorizationCodeRow>('authorization_codes', ['hash'], {
  hash: 'plain',
  grant_id: 'id',
  application_id: 'id',
  user_id: 'id',
  scopes: 'json',
  redirect_uri: 'plain',
  code_challenge: 'plain',
  expires_at: 'plain',
  used: 'boolean',
});

const rpc_tokens = new Table<RpcTokenRow>('rpc_tokens', ['hash'], {
  hash: 'plain',
  application_id: 'id',
  expires_at: 'plain',
});

/** Every table, parents before the tables that refer to them: the writer puts rows in this order. */
export const TABLES = {
  users,
  two_factor,
  applications,
  guilds,
  roles,
  channels,
  private_channels,
  private_channel_recipients,
  members,
  bans,
  user_activity,
  audit_log,
  messages,
  attachments,
  removed_files,
  reactions,
  emojis,
  emoji_images,
  images,
  invites,
  temporary_members,
  integrations,
  integration_subscribers,
  grants,
  tokens,
  authorization_codes,
  rpc_tokens,
} as const;

export type TableName = keyof typeof TABLES;

/** The row of each table. */
export type RowOf<Name extends TableName> = (typeof TABLES)[Name] extends Table<infer Row> ? Row : never;
