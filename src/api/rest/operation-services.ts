import type { KeyedLock } from '../../platform/async/keyed-lock.js';
import type { Logger } from '../../platform/log.js';
import type { SnowflakeFactory } from '../../protocol/snowflake.js';
import type { AccountStore, ApplicationStore } from '../../store/accounts.js';
import type { AuthorizationStore } from '../../store/authorizations.js';
import type { ConflictTurns } from '../../store/conflict-turns.js';
import type { AuditLogStore, GuildStore } from '../../store/guilds.js';
import type { AttachmentStore, MessageStore, ReactionStore } from '../../store/messages.js';
import type { PrivateChannelStore } from '../../store/private-channels.js';
import type { AccountPublisher } from '../accounts/account-publisher.js';
import type { ActivityRequestQuota } from '../accounts/activity-request-quota.js';
import type { Authentication } from '../accounts/authentication.js';
import type { GuestAccounts } from '../accounts/guest-accounts.js';
import type { LastActivity } from '../accounts/last-activity.js';
import type { SessionStarts } from '../accounts/session-starts.js';
import type { TwoFactor } from '../accounts/two-factor.js';
import type { UserDirectory } from '../accounts/user-directory.js';
import type { AttachmentUploads } from '../attachments/attachment-uploads.js';
import type { EventPublisher } from '../core/event-bus.js';
import type { GuildTasks } from '../core/guild-task.js';
import type { GuildChanges } from '../guilds/guild-changes.js';
import type { GuildRegistry } from '../guilds/guild-registry.js';
import type { MemberOrder } from '../guilds/member-order.js';
import type { FailedLogins } from '../oauth2/failed-logins.js';
import type { OAuth2 } from '../oauth2/oauth2.js';
import type { PrivateChannelRegistry } from '../private-channels/private-channel-registry.js';
import type { ApiVersion } from '../versions/version.js';
import type { ReplyTexts } from './reply-texts.js';

/** Everything that a declared operation may need; its handlers receive what its declaration names, and nothing else. */
export interface OperationServices {
  readonly accountPublisher: AccountPublisher;
  readonly accountStore: AccountStore;
  readonly applicationStore: ApplicationStore;
  readonly authorizationStore: AuthorizationStore;
  readonly guildStore: GuildStore;
  readonly messageStore: MessageStore;
  readonly attachmentStore: AttachmentStore;
  readonly reactionStore: ReactionStore;
  readonly privateChannelStore: PrivateChannelStore;
  readonly auditLogStore: AuditLogStore;
  readonly conflictTurns: ConflictTurns;
  readonly users: UserDirectory;
  readonly authentication: Authentication;
  readonly twoFactor: TwoFactor;
  readonly oauth2: OAuth2;
  readonly guilds: GuildRegistry;
  readonly guildChanges: GuildChanges;
  /** for guilds that another node may own */
  readonly guildTasks: GuildTasks<GuildTaskContext>;
  readonly privateChannels: PrivateChannelRegistry;
  readonly memberOrder: MemberOrder;
  readonly activity: LastActivity;
  readonly replyTexts: ReplyTexts;
  readonly failedLogins: FailedLogins;
  readonly guests: GuestAccounts;
  readonly activityRequests: ActivityRequestQuota;
  readonly sessionStarts: SessionStarts;
  readonly uploads: AttachmentUploads;
  readonly events: EventPublisher;
  readonly ids: SnowflakeFactory;
  /** of channels, see `lockMessages` */
  readonly messageLocks: KeyedLock;
  readonly log: Logger;
  /** Waits for every change that was handed to the store before. @throws {CommitFailedError} */
  readonly settled: () => Promise<void>;
  /** the gateway's address, e.g. `ws://127.0.0.1:6480` */
  readonly gatewayUrl: () => string;
  /** where images and files are served, e.g. `http://127.0.0.1:6480/cdn` */
  readonly cdnUrl: () => string;
  /** milliseconds since the Unix epoch */
  readonly now: () => number;
}

/** What tasks work with on the node that carries them out. */
export interface GuildTaskContext extends OperationServices {
  /** by their numbers */
  readonly versions: ReadonlyMap<string, ApiVersion>;
}

export type ServiceName = keyof OperationServices;

/** Gives the named services of all, as one object for each set of all. */
export function serviceSelector<Need extends ServiceName>(
  needs: readonly Need[],
): (all: OperationServices) => Pick<OperationServices, Need> {
  const known = new WeakMap<OperationServices, Pick<OperationServices, Need>>();
  return (all) => {
    let selected = known.get(all);
    if (selected === undefined) {
      selected = Object.fromEntries(needs.map((name) => [name, all[name]])) as Pick<OperationServices, Need>;
      known.set(all, selected);
    }
    return selected;
  };
}
