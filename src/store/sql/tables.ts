import type { AuditEntry } from '../../guilds/audit-log/entry.js';
import type { Reaction } from '../../guilds/message.js';
import type { PrivateChannel, Recipient } from '../../guilds/private-channels/private-channel.js';
import type {
  GuildBan,
  GuildChannel,
  GuildEmoji,
  GuildIntegration,
  GuildInvite,
  GuildMember,
  GuildRole,
  GuildSettings,
  GuildState,
  GuildSubscriber,
} from '../../guilds/state.js';
import type { AuditLogChange, AuditLogOptions } from '../../protocol/objects/audit-log.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Account, Application, TwoFactorState } from '../accounts.js';
import type { AuthorizationCode, Grant, RpcToken } from '../authorizations.js';
import type { TemporaryMembership } from '../guilds.js';
import type { RemovedFile, StoredAttachment, StoredImageKind, StoredMessage } from '../messages.js';
import type { Token } from '../token.js';
import { Table } from './table.js';

/**
 * Each table, stated once: its rows are objects of the domain, and the compiler requires a column for each of their
 * fields. A new column is a field of the object, a line here and a step of each schema.
 */

/** A part of a guild, with the guild. */
type OfGuild<Part> = Part & { readonly guildId: Snowflake };

/** The last message is computed from the stored messages. */
type StoredChannel = Omit<GuildChannel, 'lastMessageId'>;

/** What only private channels have; `dmKey` is that of the two users of a DM, null for a group. */
type PrivateChannelDetails = Pick<PrivateChannel, 'id' | 'ownerId' | 'icon'> & {
  readonly dmKey: string | null;
};

type StoredRecipient = Recipient & { readonly channelId: Snowflake };

export type StoredSubscriber = GuildSubscriber & { readonly integrationId: Snowflake };

/** The log has the names of fields as clients see them. */
export type StoredAuditEntry = Omit<AuditEntry, 'changes' | 'options'> & {
  readonly changes: readonly AuditLogChange[];
  readonly options: AuditLogOptions | null;
};

type StoredReaction = Reaction & { readonly emojiKey: string };

/** The image of a guild, group, user or application; `data` is the file as base64. */
interface StoredImage {
  readonly kind: StoredImageKind;
  readonly ownerId: Snowflake;
  readonly hash: string;
  readonly data: string;
}

/** The image of an emoji; `data` is the file as base64. */
interface EmojiImage {
  readonly emojiId: Snowflake;
  readonly data: string;
}

/** A user's last activity, in any guild. */
interface UserActivity {
  readonly userId: Snowflake;
  /** milliseconds since the Unix epoch */
  readonly seenAt: number;
}

const users = new Table<Account>('users', ['id'], {
  id: 'id',
  username: 'text',
  discriminator: 'text',
  avatar: 'text',
  bot: 'boolean',
  mfaEnabled: 'boolean',
  verified: 'boolean',
  email: 'text',
  phone: 'text',
});

const two_factor = new Table<TwoFactorState>('two_factor', ['userId'], {
  userId: 'id',
  secret: 'text',
  confirmed: 'boolean',
  lastStep: 'integer',
  backupCodes: 'json',
});

const applications = new Table<Application>('applications', ['id'], {
  id: 'id',
  name: 'text',
  description: 'text',
  icon: 'text',
  secretHash: 'text',
  approved: 'boolean',
  ownerId: 'id',
  botId: 'id',
  rpcOrigins: 'json',
  redirectUris: 'json',
  testers: 'json',
});

const user_activity = new Table<UserActivity>('user_activity', ['userId'], {
  userId: 'id',
  seenAt: 'integer',
});

const guilds = new Table<GuildSettings & Pick<GuildState, 'id' | 'version'>, GuildSettings>(
  'guilds',
  ['id'],
  {
    id: 'owner',
    version: { kind: 'integer', isOwner: true },
    name: 'text',
    icon: 'text',
    splash: 'text',
    ownerId: 'id',
    region: 'text',
    afkChannelId: 'id',
    afkTimeout: 'integer',
    embedEnabled: 'boolean',
    embedChannelId: 'id',
    verificationLevel: 'integer',
    defaultMessageNotifications: 'integer',
    explicitContentFilter: 'integer',
    features: 'json',
    mfaLevel: 'integer',
    applicationId: 'id',
    widgetEnabled: 'boolean',
    widgetChannelId: 'id',
    systemChannelId: 'id',
  },
);

const roles = new Table<OfGuild<GuildRole>, GuildRole>('roles', ['id'], {
  id: 'id',
  guildId: 'owner',
  name: 'text',
  color: 'integer',
  hoist: 'boolean',
  position: 'integer',
  permissions: 'integer',
  managed: 'boolean',
  mentionable: 'boolean',
});

const channels = new Table<StoredChannel & { readonly guildId: Snowflake | null }, StoredChannel>(
  'channels',
  ['id'],
  {
    id: 'id',
    guildId: 'owner',
    applicationId: 'id',
    type: 'integer',
    name: 'text',
    topic: 'text',
    position: 'integer',
    nsfw: 'boolean',
    bitrate: 'integer',
    userLimit: 'integer',
    parentId: 'id',
    permissionOverwrites: 'json',
    lastPinAt: 'integer',
  },
);

const private_channels = new Table<PrivateChannelDetails>('private_channels', ['id'], {
  id: 'id',
  ownerId: 'id',
  icon: 'text',
  dmKey: 'text',
});

const private_channel_recipients = new Table<StoredRecipient>(
  'private_channel_recipients',
  ['channelId', 'userId'],
  { channelId: 'id', userId: 'id', nick: 'text', isOpen: 'boolean' },
);

const members = new Table<OfGuild<GuildMember>, GuildMember>('members', ['guildId', 'userId'], {
  guildId: 'owner',
  userId: 'id',
  nick: 'text',
  roles: 'json',
  joinedAt: 'integer',
  deaf: 'boolean',
  mute: 'boolean',
});

const bans = new Table<OfGuild<GuildBan>, GuildBan>('bans', ['guildId', 'userId'], {
  guildId: 'owner',
  userId: 'id',
  reason: 'text',
});

const audit_log = new Table<OfGuild<StoredAuditEntry>, StoredAuditEntry>('audit_log', ['id'], {
  id: 'id',
  guildId: 'owner',
  userId: 'id',
  action: { kind: 'integer', name: 'action_type' },
  targetId: 'id',
  changes: 'json',
  options: 'json',
  reason: 'text',
});

const images = new Table<StoredImage>('images', ['kind', 'ownerId', 'hash'], {
  kind: 'text',
  ownerId: 'id',
  hash: 'text',
  data: 'text',
});

const invites = new Table<OfGuild<GuildInvite>, GuildInvite>('invites', ['code'], {
  code: 'text',
  guildId: 'owner',
  channelId: 'id',
  inviterId: 'id',
  uses: 'integer',
  maxUses: 'integer',
  maxAge: 'integer',
  temporary: 'boolean',
  vanity: 'boolean',
  createdAt: 'integer',
});

const temporary_members = new Table<TemporaryMembership>('temporary_members', ['guildId', 'userId'], {
  guildId: 'id',
  userId: 'id',
});

const integrations = new Table<OfGuild<GuildIntegration>, GuildIntegration>(
  'integrations',
  ['guildId', 'id'],
  {
    guildId: 'owner',
    id: 'id',
    name: 'text',
    type: 'text',
    enabled: 'boolean',
    syncing: 'boolean',
    roleId: 'id',
    expireBehavior: 'integer',
    expireGracePeriod: 'integer',
    enableEmoticons: 'boolean',
    userId: 'id',
    accountId: 'text',
    accountName: 'text',
    syncedAt: 'integer',
  },
);

const integration_subscribers = new Table<OfGuild<StoredSubscriber>, StoredSubscriber>(
  'integration_subscribers',
  ['guildId', 'integrationId', 'userId'],
  { guildId: 'owner', integrationId: 'id', userId: 'id', expiresAt: 'integer' },
);

const emojis = new Table<OfGuild<GuildEmoji>, GuildEmoji>('emojis', ['id'], {
  id: 'id',
  guildId: 'owner',
  name: 'text',
  roles: 'json',
  userId: 'id',
  animated: 'boolean',
});

const emoji_images = new Table<EmojiImage>('emoji_images', ['emojiId'], {
  emojiId: 'id',
  data: 'text',
});

const messages = new Table<StoredMessage>('messages', ['id'], {
  id: 'id',
  channelId: 'id',
  authorId: 'id',
  content: 'text',
  editedAt: 'integer',
  tts: 'boolean',
  mentionsEveryone: { kind: 'boolean', name: 'mention_everyone' },
  mentions: 'json',
  mentionRoles: 'json',
  pinned: 'boolean',
  type: 'integer',
  embeds: 'json',
});

const attachments = new Table<StoredAttachment>('attachments', ['id'], {
  id: 'id',
  messageId: 'id',
  userId: 'id',
  filename: 'text',
  size: 'integer',
  contentType: 'text',
  width: 'integer',
  height: 'integer',
  accessKey: 'text',
});

const removed_files = new Table<RemovedFile>('removed_files', ['id'], {
  id: 'id',
  userId: 'id',
  size: 'integer',
});

const reactions = new Table<StoredReaction>('reactions', ['messageId', 'emojiKey', 'userId'], {
  messageId: 'id',
  emojiKey: 'text',
  userId: 'id',
  emoji: 'json',
  reactedAt: 'integer',
});

const grants = new Table<Grant>('grants', ['id'], {
  id: 'id',
  userId: 'id',
  applicationId: 'id',
  scopes: 'json',
  createdAt: 'integer',
  once: 'boolean',
});

const tokens = new Table<Token>('tokens', ['hash'], {
  hash: 'text',
  kind: 'text',
  userId: 'id',
  applicationId: 'id',
  grantId: 'id',
  chain: 'text',
  scopes: 'json',
  createdAt: 'integer',
  expiresAt: 'integer',
  rotatedAt: 'integer',
});

const authorization_codes = new Table<AuthorizationCode>('authorization_codes', ['hash'], {
  hash: 'text',
  grantId: 'id',
  applicationId: 'id',
  userId: 'id',
  scopes: 'json',
  redirectUri: 'text',
  codeChallenge: 'text',
  expiresAt: 'integer',
  used: 'boolean',
});

const rpc_tokens = new Table<RpcToken>('rpc_tokens', ['hash'], {
  hash: 'text',
  applicationId: 'id',
  expiresAt: 'integer',
});

/** All tables, parents before the tables that refer to them: the writer puts rows in this order. */
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

export const TABLE_NAMES = Object.keys(TABLES) as TableName[];

/** What is written to each table. */
export type RowOf<Name extends TableName> =
  (typeof TABLES)[Name] extends Table<infer Row, object> ? Row : never;

/** What is read from each table: rows without the id of the object that they belong to. */
export type RecordOf<Name extends TableName> = ReturnType<(typeof TABLES)[Name]['toRecord']>;

/** A table for rows of which only the name of their table is known, as in a `Write`. */
export function tableOf(name: TableName): Table<object> {
  return TABLES[name];
}

/** Makes something of each table, e.g. its statements. */
export function mapTables<Made>(make: (table: Table<object>) => Made): Readonly<Record<TableName, Made>> {
  return Object.fromEntries(TABLE_NAMES.map((name) => [name, make(tableOf(name))])) as Record<
    TableName,
    Made
  >;
}
