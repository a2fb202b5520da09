import type { AuditEntry } from '#guildhall/guilds/audit-log/entry.js';
import type { Reaction } from '#guildhall/guilds/message.js';
import type { PrivateChannel } from '#guildhall/guilds/private-channels/private-channel.js';
import type { GuildImage } from '#guildhall/guilds/state.js';
import { compareSnowflakes, type Snowflake } from '#guildhall/protocol/snowflake.js';
import type { Account, Application, TwoFactorState } from '#guildhall/store/accounts.js';
import type { AuthorizationCode, Grant, RpcToken } from '#guildhall/store/authorizations.js';
import type {
  RemovedFile,
  StoredAttachment,
  StoredImageKind,
  StoredMessage,
} from '#guildhall/store/messages.js';
import type { StoredGuild } from '#guildhall/store/stored-guild.js';
import type { Token } from '#guildhall/store/token.js';

/** Everything a store in memory has: plain values in maps, by id, hash or what the comment says. It outlives the store. */
export class MemoryData {
  accounts = new Map<Snowflake, Account>();
  twoFactor = new Map<Snowflake, TwoFactorState>();
  applications = new Map<Snowflake, Application>();
  grants = new Map<Snowflake, Grant>();
  tokens = new Map<string, Token>();
  codes = new Map<string, AuthorizationCode>();
  rpcTokens = new Map<string, RpcToken>();
  guilds = new Map<Snowflake, StoredGuild['state']>();
  auditLog = new Map<Snowflake, { readonly guildId: Snowflake; readonly entry: AuditEntry }>();
  privateChannels = new Map<Snowflake, PrivateChannel>();
  messages = new Map<Snowflake, StoredMessage>();
  /** by `reactionKey` */
  reactions = new Map<string, Reaction>();
  attachments = new Map<Snowflake, StoredAttachment>();
  removedFiles = new Map<Snowflake, RemovedFile>();
  /** base64, by `imageKey` */
  images = new Map<string, string>();
  /** base64, by emoji */
  emojiImages = new Map<Snowflake, string>();
  seenAt = new Map<Snowflake, number>();
}

export function imageKey(kind: StoredImageKind, ownerId: Snowflake, hash: string): string {
  return `${kind}/${ownerId}/${hash}`;
}

/**
 * Replaces the image of an account or an application.
 *
 * @param before its hash; null: there is none
 * @param image the new one; null removes it, undefined leaves it
 */
export function replaceImage(
  { images }: MemoryData,
  owner: { readonly kind: StoredImageKind; readonly id: Snowflake },
  before: string | null,
  image: GuildImage | null | undefined,
): void {
  if (image === undefined) return;
  if (before !== null) images.delete(imageKey(owner.kind, owner.id, before));
  if (image !== null) images.set(imageKey(owner.kind, owner.id, image.hash), image.data);
}

/** Values in the order of their ids. */
export function byAge<Value extends { readonly id: Snowflake }>(values: Iterable<Value>): Value[] {
  return [...values].sort((a, b) => compareSnowflakes(a.id, b.id));
}

/** Values of a map that exist among these keys. */
export function pick<Key, Value>(map: ReadonlyMap<Key, Value>, keys: Iterable<Key>): Value[] {
  return [...new Set(keys)].flatMap((key) => map.get(key) ?? []);
}
