import type { MessageFile } from '../../guilds/attachments.js';
import { watchBodyProgress } from '../../net/body-progress.js';
import { FairTurns } from '../../net/fair-turns.js';
import type { Clock } from '../../platform/clock.js';
import { createSecret } from '../../platform/secrets.js';
import { ATTACHMENTS_LIMIT } from '../../protocol/objects/attachment.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { BODY_BYTES } from '../core/body-bytes.js';
import { mayBeStored } from '../core/http/error-reply.js';
import { RestError } from '../core/rest-error.js';
import { readAttachedImage } from './attached-image.js';
import type { AttachmentFolder } from './attachment-folder.js';
import type { AttachmentQuota } from './attachment-quota.js';
import { attachmentUrl } from './attachment-url.js';
import { contentTypeOf } from './content-type.js';
import { safeFilename } from './filename.js';
import { ForwardedForm } from './forwarded-form.js';
import type { MultipartBody } from './multipart-body.js';
import { PendingFiles } from './pending-files.js';
import { type Part, readParts } from './read-parts.js';
import type { UploadedForm, Uploader } from './uploaded-form.js';

/** The maximum number of concurrent uploads; each user, and each application for a user, has one at a time. */
const UPLOADS = 64;
/** Fields of a form besides its files. */
const FIELDS = 16;
/** How long an upload may receive no data, in milliseconds. */
const STALL = 10_000;

export interface AttachmentUploadsOptions {
  readonly folder: AttachmentFolder;
  readonly quota: AttachmentQuota;
  /** the longest file, in bytes */
  readonly fileBytes: number;
  readonly clock: Clock;
  readonly nextId: () => Snowflake;
  /** e.g. `http://127.0.0.1:6480/cdn` */
  readonly cdnUrl: () => string;
}

/** Receives the files of new messages (docs/rest.md, Files). */
export class AttachmentUploads {
  readonly #turns = new FairTurns(UPLOADS);

  constructor(private readonly options: AttachmentUploadsOptions) {}

  /**
   * Reads a form, writes its files to the disk, and calls `use` to create a message. The files are removed if that
   * fails, and kept if it is unknown whether the message was stored: the next start removes them if it was not.
   *
   * @param use stores the message with its files
   * @throws {RestError} BAD_REQUEST, PAYLOAD_TOO_LARGE, FILE_TOO_LARGE, FILE_QUOTA_REACHED, TOO_MANY_ATTACHMENTS or
   * MISSING_PERMISSIONS, and what `use` throws
   */
  async receive<Result>(
    body: MultipartBody | ForwardedForm,
    uploader: Uploader,
    use: (form: UploadedForm) => Promise<Result>,
  ): Promise<Result> {
    if (body instanceof ForwardedForm) return use(body.take(uploader));
    const { folder, quota, fileBytes } = this.options;
    const { userId, applicationId } = uploader;
    const pending = new PendingFiles({ folder, quota, fileBytes, userId });
    // An application that does not finish its uploads must not block the user's own.
    const turn = `${userId} ${applicationId ?? ''}`;
    try {
      const form = await this.#turns.run(turn, () => this.#read(body, uploader, pending));
      return await use(form);
    } catch (error) {
      if (!mayBeStored(error)) await pending.discard();
      throw error;
    }
  }

  async #read(body: MultipartBody, uploader: Uploader, pending: PendingFiles): Promise<UploadedForm> {
    const { clock, fileBytes } = this.options;
    const fields = new Map<string, Buffer>();
    const files: Promise<MessageFile>[] = [];
    const text = { left: BODY_BYTES.PLAIN };
    const endWatch = watchBodyProgress(body.stream, clock, STALL);
    try {
      const bytes = ATTACHMENTS_LIMIT * fileBytes + BODY_BYTES.FORM_OVERHEAD;
      await readParts(body, { parts: ATTACHMENTS_LIMIT + FIELDS, bytes }, async (part) => {
        if (part.filename === null) {
          fields.set(part.name, await readField(part, text));
          return;
        }
        if (!uploader.mayAttach) throw new RestError('MISSING_PERMISSIONS');
        if (files.length >= ATTACHMENTS_LIMIT) throw new RestError('TOO_MANY_ATTACHMENTS');
        const file = this.#store(part, part.filename, uploader.channelId, pending);
        files.push(file);
        await file;
      });
      await pending.sync();
      return { fields, files: await Promise.all(files) };
    } finally {
      endWatch();
    }
  }

  async #store(
    { content }: Part,
    name: string,
    channelId: Snowflake,
    pending: PendingFiles,
  ): Promise<MessageFile> {
    const id = this.options.nextId();
    const { size, head } = await pending.write(id, content);
    const image = readAttachedImage(head);
    const filename = safeFilename(name);
    const accessKey = createSecret();
    return {
      id,
      filename,
      size,
      contentType: contentTypeOf(filename, image),
      width: image?.width ?? null,
      height: image?.height ?? null,
      accessKey,
      url: attachmentUrl(this.options.cdnUrl(), channelId, { id, filename, accessKey }),
    };
  }
}

/** @param text how many bytes the fields of the form may still have @throws {RestError} PAYLOAD_TOO_LARGE */
async function readField({ content }: Part, text: { left: number }): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of content) {
    text.left -= chunk.length;
    if (text.left < 0) throw new RestError('PAYLOAD_TOO_LARGE');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
