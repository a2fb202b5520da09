import type { Snowflake } from '../protocol/snowflake.js';
import type { AccountStore, ApplicationStore } from './accounts.js';
import type { AuthorizationStore } from './authorizations.js';
import type { ClusterStore } from './cluster.js';
import type { CommitListener } from './commit.js';
import type { ActivityStore, AuditLogStore, GuildStore } from './guilds.js';
import type { AttachmentStore, ImageStore, MessageStore, ReactionStore } from './messages.js';
import type { PrivateChannelStore } from './private-channels.js';

/**
 * Everything the service stores, in domain terms. A change is stored whole or not at all; its promise resolves once it is
 * durable. Reads see what is committed. What several processes could decide at once (names, limits, codes that work once,
 * versions of guilds) is a condition of the change and a `ConflictError` where it does not hold (docs/architecture.md, The
 * store). `test/store/contract` runs against every implementation.
 */
export interface Store {
  readonly accounts: AccountStore;
  readonly applications: ApplicationStore;
  readonly authorizations: AuthorizationStore;
  readonly guilds: GuildStore;
  readonly privateChannels: PrivateChannelStore;
  readonly messages: MessageStore;
  readonly attachments: AttachmentStore;
  readonly reactions: ReactionStore;
  readonly images: ImageStore;
  readonly auditLog: AuditLogStore;
  readonly activity: ActivityStore;
  /** what several nodes need to share the store; null if one process has it for itself */
  readonly cluster: ClusterStore | null;
  /** Call it before deciding a change. @param subject a guild or private channel that exists @throws {StoreBusyError} */
  assertRoom(subject?: Snowflake): void;
  /**
   * Waits for everything that was handed in before.
   *
   * @param of a guild or private channel whose changes have to be stored
   * @throws {CommitFailedError} if nothing was stored; {ConflictError} if a change of `of` that it waited for was refused
   */
  settled(listener?: CommitListener, of?: Snowflake): Promise<void>;
  /** the newest id of any stored object; `0` in an empty store */
  newestId(): Promise<Snowflake>;
  /** Writes a consistent copy while the store is in use. @param path a file that does not exist */
  backup(path: string): Promise<void>;
  /** Waits for what is being written, then closes the store. */
  close(): Promise<void>;
}

/**
 * Opens a store.
 *
 * @param onError called for failed commits and for exceptions of listeners
 */
export type OpenStore = (onError: (error: unknown) => void) => Promise<Store>;
