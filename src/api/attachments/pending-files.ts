import type { Readable } from 'node:stream';
import type { Snowflake } from '../../protocol/snowflake.js';
import { RestError } from '../core/rest-error.js';
import type { AttachmentFolder } from './attachment-folder.js';
import { type AttachmentQuota, occupiedBytes } from './attachment-quota.js';

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
export class PendingFiles {
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
