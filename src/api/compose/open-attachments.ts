import type { Clock } from '../../platform/clock.js';
import type { Logger } from '../../platform/log.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Store } from '../../store/store.js';
import { AttachmentFolder } from '../attachments/attachment-folder.js';
import { AttachmentQuota } from '../attachments/attachment-quota.js';
import { AttachmentRemoval } from '../attachments/attachment-removal.js';
import { AttachmentUploads } from '../attachments/attachment-uploads.js';
import type { RestLimits } from '../core/rest-limits.js';

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
export async function openAttachments(options: AttachmentsOptions): Promise<Attachments> {
  const { path, store, isShared, limits, clock, log, nextId, cdnUrl } = options;
  const files = await AttachmentFolder.open(path);
  const quota = new AttachmentQuota(limits);
  const unknownBefore = isShared ? clock.now() - UPLOAD_MS : Number.POSITIVE_INFINITY;
  const removal = await AttachmentRemoval.start({ store, folder: files, quota, log, unknownBefore });
  const { fileBytes } = limits;
  const uploads = new AttachmentUploads({ folder: files, quota, fileBytes, clock, nextId, cdnUrl });
  return { files, uploads, removal };
}
