import type { KeyedLock } from '../platform/keyed-lock.js';
import type { Logger } from '../platform/log.js';
import type { SnowflakeFactory } from '../protocol/snowflake.js';
import type { Store } from '../store/sqlite/open-store.js';
import type { AttachmentFolder } from './attachments/attachment-folder.js';
import type { AttachmentUploads } from './attachments/attachment-uploads.js';
import type { Authentication } from './authentication.js';
import type { EventPublisher } from './event-bus.js';
import type { SessionStarts } from './gateway/session-starts.js';
import type { GuestAccounts } from './guest-accounts.js';
import type { GuildChanges } from './guilds/guild-changes.js';
import type { GuildRegistry } from './guilds/guild-registry.js';
import type { MemberOrder } from './guilds/member-order.js';
import type { LastActivity } from './last-activity.js';
import type { FailedLogins } from './oauth2/failed-logins.js';
import type { OAuth2 } from './oauth2/oauth2.js';
import type { PrivateChannelRegistry } from './private-channels/private-channel-registry.js';
import type { RateLimiter } from './rest/rate-limits/rate-limiter.js';
import type { ReplyTexts } from './rest/reply-texts.js';
import type { TwoFactor } from './two-factor/two-factor.js';
import type { UserDirectory } from './user-directory.js';
import type { ApiVersion } from './versions/version.js';

/** The dependencies of operations, created in start-api.ts. */
export interface Services {
  readonly store: Store;
  readonly users: UserDirectory;
  readonly authentication: Authentication;
  readonly twoFactor: TwoFactor;
  readonly oauth2: OAuth2;
  readonly guilds: GuildRegistry;
  readonly guildChanges: GuildChanges;
  readonly privateChannels: PrivateChannelRegistry;
  readonly memberOrder: MemberOrder;
  readonly activity: LastActivity;
  /** the supported versions of the interface, by number */
  readonly versions: ReadonlyMap<string, ApiVersion>;
  readonly replyTexts: ReplyTexts;
  readonly rateLimiter: RateLimiter;
  readonly failedLogins: FailedLogins;
  readonly guests: GuestAccounts;
  readonly sessionStarts: SessionStarts;
  readonly uploads: AttachmentUploads;
  /** the attachments */
  readonly files: AttachmentFolder;
  readonly events: EventPublisher;
  readonly ids: SnowflakeFactory;
  readonly locks: KeyedLock;
  readonly log: Logger;
  /** the gateway's URL, e.g. `ws://127.0.0.1:6480` */
  gatewayUrl(): string;
  /** base URL of images and files, e.g. `http://127.0.0.1:6480/cdn` */
  cdnUrl(): string;
  /** milliseconds since the Unix epoch */
  now(): number;
}
