import type { Readable } from 'node:stream';
import type { MessageFile } from '../../guilds/message.js';
import { FairTurns } from '../../net/fair-turns.js';
import { watchBodyProgress } from '../../net/http/body-progress.js';
import type { Clock } from '../../platform/clock.js';
import { createSecret } from '../../platform/crypto/secrets.js';
import { ATTACHMENTS_LIMIT } from '../../protocol/objects/attachment.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { RestError } from '../core/errors.js';
import { mayBeStored } from '../core/http/error-reply.js';
import { BODY_BYTES } from '../core/limits.js';
import { readAttachedImage } from './attached-image.js';
import type { AttachmentFolder } from './attachment-folder.js';
import { type AttachmentQuota, occupiedBytes } from './attachment-quota.js';
import { contentTypeOf } from './content-type.js';
import { safeFilename } from './filename.js';
import { attachmentUrl } from './load-attachments.js';
import { type MultipartBody, type Part, readParts } from './read-parts.js';
import { ForwardedForm, type UploadedForm, type Uploader } from './uploaded-form.js';

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

/** How many bytes of a file are buffered to detect its format: JPEG headers may be long. */
const HEAD_BYTES = 256 * 1024;

/** Where files are written, and how long they may be. */
export interface PendingFilesOptions {
  readonly folder: AttachmentFolder;
  readonly quota: AttachmentQuota;
  readonly userId: Snowflake;
  /** the longest file, in bytes */
  readonly fileBytes: number;
}

/** A file that was written. */
export interface WrittenFile {
  /** in bytes */
  readonly size: number;
  /** its first bytes */
  readonly head: Buffer;
}

/** The files of one upload until their message is stored. */
class PendingFiles {
  readonly #ids: Snowflake[] = [];
  #occupied = 0;

  constructor(private readonly options: PendingFilesOptions) {}

  /**
   * Writes a file and makes its bytes durable.
   *
   * @throws {RestError} FILE_TOO_LARGE or FILE_QUOTA_REACHED
   */
  async write(id: Snowflake, content: Readable): Promise<WrittenFile> {
    const { folder, fileBytes } = this.options;
    const head: Buffer[] = [];
    let size = 0;
    let occupied = this.#occupy(0, occupiedBytes(0));
    this.#ids.push(id);
    const file = await folder.create(id);
    try {
      for await (const chunk of content) {
        const bytes = toBuffer(chunk);
        size += bytes.length;
        if (size > fileBytes) throw new RestError('FILE_TOO_LARGE');
        occupied = this.#occupy(occupied, occupiedBytes(size));
        if (size - bytes.length < HEAD_BYTES) head.push(bytes);
        await file.appendFile(bytes);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    return { size, head: Buffer.concat(head).subarray(0, HEAD_BYTES) };
  }

  /** Makes the names of the files durable. Call it before their message is stored. */
  async sync(): Promise<void> {
    if (this.#ids.length > 0) await this.options.folder.sync();
  }

  /** Removes all files: there is no message for them. */
  async discard(): Promise<void> {
    const { folder, quota, userId } = this.options;
    for (const id of this.#ids.splice(0)) await folder.remove(id);
    quota.release(userId, this.#occupied);
    this.#occupied = 0;
  }

  #occupy(before: number, now: number): number {
    if (now > before) {
      this.options.quota.take(this.options.userId, now - before);
      this.#occupied += now - before;
    }
    return now;
  }
}

function toBuffer(chunk: unknown): Buffer {
  if (!Buffer.isBuffer(chunk)) throw new TypeError('the stream of a file gives no bytes');
  return chunk;
}
