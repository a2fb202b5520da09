import type { Clock } from '../../platform/clock.js';
import type { Lifecycle } from '../../platform/lifecycle.js';
import type { Logger } from '../../platform/log.js';
import { type Snowflake, SnowflakeFactory, snowflakeTime } from '../../protocol/snowflake.js';
import type { Store } from '../../store/store.js';
import { LastActivity } from '../accounts/last-activity.js';
import { AttachmentFolder } from '../attachments/attachment-folder.js';
import { AttachmentQuota } from '../attachments/attachment-quota.js';
import { AttachmentRemoval } from '../attachments/attachment-removal.js';
import { AttachmentUploads } from '../attachments/attachment-uploads.js';
import { EventBus } from '../core/event-bus.js';
import { HostAllowlist } from '../core/http/host-allowlist.js';
import { DEFAULT_REST_LIMITS, type RestLimits } from '../core/limits.js';
import { SessionIndex } from '../gateway/session-index.js';
import type { ApiOptions } from './api-options.js';
import { type ServiceProcess, SoleProcess } from './service-process.js';

/** The parts that the services are built on. */
export interface Foundation {
  readonly limits: RestLimits;
  readonly store: Store;
  readonly process: ServiceProcess;
  readonly hosts: HostAllowlist;
  readonly ids: SnowflakeFactory;
  readonly attachments: Attachments;
  readonly events: EventBus;
  readonly sessions: SessionIndex;
  readonly activity: LastActivity;
}

/** Opens the store and the folder of files. @throws {UserError} if the store is damaged or of a newer program */
export async function openFoundation(options: ApiOptions, lifecycle: Lifecycle): Promise<Foundation> {
  const { log, clock } = options;
  const store = await options.openStore((error) => log.error({ err: error }, 'the store failed'));
  lifecycle.add('store', { stop: () => store.close() });
  const sessions = new SessionIndex();
  const process = await openProcess(options, { store, sessions }, lifecycle);
  const hosts = new HostAllowlist(options.publicUrl === undefined ? null : new URL(options.publicUrl));
  const ids = await snowflakes(store, clock, process.number);
  const events = new EventBus();
  const activity = lifecycle.add(
    'activity',
    new LastActivity(
      store.activity,
      clock,
      () => sessions.users(),
      (error) => log.warn({ err: error }, 'failed to store last activity'),
    ),
  );
  const limits = { ...DEFAULT_REST_LIMITS, ...options.restLimits };
  const attachments = await openAttachments({
    path: options.attachmentsPath,
    store,
    isShared: process.isShared,
    limits,
    clock,
    log,
    nextId: () => ids.next(),
    cdnUrl: () => hosts.cdnUrl(),
  });
  lifecycle.add('attachments', attachments.removal);
  return { limits, store, process, hosts, ids, attachments, events, sessions, activity };
}

async function openProcess(
  { cluster = null, observer = null, clock, log }: ApiOptions,
  parts: Pick<Foundation, 'sessions' | 'store'>,
  lifecycle: Lifecycle,
): Promise<ServiceProcess> {
  const options = { ...parts, observer, clock, log };
  return cluster === null ? new SoleProcess(options) : cluster(options, lifecycle);
}

/** Creates ids after the newest one in the store, even if the clock was set back. */
async function snowflakes(store: Store, clock: Clock, node: number): Promise<SnowflakeFactory> {
  const newest = snowflakeTime(await store.newestId());
  return new SnowflakeFactory(() => Math.max(clock.now(), newest + 1), node);
}

/** No upload takes longer, in milliseconds. */
const UPLOAD_MS = 3_600_000;

export interface AttachmentsOptions {
  /** the folder of the files; created if it does not exist */
  readonly path: string;
  readonly store: Pick<Store, 'attachments'>;
  readonly limits: RestLimits;
  /** whether other processes write to the folder, too */
  readonly isShared: boolean;
  readonly clock: Clock;
  readonly log: Logger;
  nextId(): Snowflake;
  /** e.g. `http://127.0.0.1:6480/cdn` */
  cdnUrl(): string;
}

/** What serves the files of messages. */
export interface Attachments {
  readonly files: AttachmentFolder;
  readonly uploads: AttachmentUploads;
  readonly removal: AttachmentRemoval;
}

/** Opens the folder of the files of messages and removes what is left of former runs (docs/rest.md, Files). */
async function openAttachments(options: AttachmentsOptions): Promise<Attachments> {
  const { path, store, isShared, limits, clock, log, nextId, cdnUrl } = options;
  const files = await AttachmentFolder.open(path);
  const quota = new AttachmentQuota(limits);
  const unknownBefore = isShared ? clock.now() - UPLOAD_MS : Number.POSITIVE_INFINITY;
  const removal = await AttachmentRemoval.start({ store, folder: files, quota, log, unknownBefore });
  const { fileBytes } = limits;
  const uploads = new AttachmentUploads({ folder: files, quota, fileBytes, clock, nextId, cdnUrl });
  return { files, uploads, removal };
}
