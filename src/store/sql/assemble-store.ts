import type { ClusterStore } from '../cluster.js';
import type { Store } from '../store.js';
import { SqlAccountStore } from './account-store.js';
import { SqlActivityStore } from './activity-store.js';
import { SqlApplicationStore } from './application-store.js';
import { SqlAttachmentStore } from './attachment-store.js';
import { SqlAuditLogStore } from './audit-log-store.js';
import { SqlAuthorizationStore } from './authorization-store.js';
import { SqlGuildStore } from './guild-store.js';
import { SqlImageStore } from './image-store.js';
import { SqlMessageStore } from './message-store.js';
import { SqlPrivateChannelStore } from './private-channel-store.js';
import { SqlReactionStore } from './reaction-store.js';
import { type Reader, selectNewestId } from './reader.js';
import type { Writer } from './writer.js';

/** What a store in a database is made of. */
export interface SqlStoreParts {
  readonly reader: Reader;
  readonly writer: Writer;
  /** see `Store.cluster`; absent: one process has the store for itself */
  readonly cluster?: ClusterStore;
  /** see `Store.backup` */
  readonly backup: (path: string) => Promise<void>;
  /** closes the database, after the writer has stored everything */
  readonly close: () => Promise<void>;
}

/** Makes a store of a database that can be read and written. */
export function assembleStore({ reader, writer, cluster, backup, close }: SqlStoreParts): Store {
  let closing: Promise<void> | null = null;
  const closeAll = async (): Promise<void> => {
    await writer.close();
    await close();
  };
  return {
    accounts: new SqlAccountStore(reader, writer),
    applications: new SqlApplicationStore(reader, writer),
    authorizations: new SqlAuthorizationStore(reader, writer),
    guilds: new SqlGuildStore(reader, writer),
    privateChannels: new SqlPrivateChannelStore(reader, writer),
    messages: new SqlMessageStore(reader),
    attachments: new SqlAttachmentStore(reader, writer),
    reactions: new SqlReactionStore(reader),
    images: new SqlImageStore(reader),
    auditLog: new SqlAuditLogStore(reader),
    activity: new SqlActivityStore(reader, writer),
    cluster: cluster ?? null,
    assertRoom: (subject) => writer.assertRoom(subject),
    settled: (listener, of) =>
      writer.commit([], listener, of === undefined ? {} : { subject: { id: of, version: null } }),
    newestId: () => selectNewestId(reader),
    backup,
    close: () => {
      closing ??= closeAll();
      return closing;
    },
  };
}
