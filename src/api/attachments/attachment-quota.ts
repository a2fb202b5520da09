import type { Snowflake } from '../../protocol/snowflake.js';
import { RestError } from '../core/errors.js';
import type { RestLimits } from '../core/limits.js';

/** Files occupy whole blocks of the disk, so small files count as one block. */
export const BLOCK_BYTES = 4096;
const MEBIBYTE = 1024 * 1024;

/** How much stored files may occupy. */
export type QuotaLimits = Pick<RestLimits, 'fileMebibytesOfUser' | 'fileMebibytesInTotal'>;

/** Counts the bytes that stored files and running uploads occupy (docs/rest.md, Files). */
export class AttachmentQuota {
  readonly #bytesOfUser = new Map<Snowflake, number>();
  #total = 0;

  constructor(private readonly limits: QuotaLimits) {}

  /** Counts bytes that are stored already. */
  add(userId: Snowflake, bytes: number): void {
    this.#bytesOfUser.set(userId, (this.#bytesOfUser.get(userId) ?? 0) + bytes);
    this.#total += bytes;
  }

  /** Counts bytes before they are stored. @throws {RestError} FILE_QUOTA_REACHED */
  take(userId: Snowflake, bytes: number): void {
    const { fileMebibytesOfUser, fileMebibytesInTotal } = this.limits;
    const ofUser = (this.#bytesOfUser.get(userId) ?? 0) + bytes;
    const total = this.#total + bytes;
    if (ofUser > fileMebibytesOfUser * MEBIBYTE || total > fileMebibytesInTotal * MEBIBYTE) {
      throw new RestError('FILE_QUOTA_REACHED');
    }
    this.add(userId, bytes);
  }

  /** Stops counting bytes that are removed. */
  release(userId: Snowflake, bytes: number): void {
    const left = (this.#bytesOfUser.get(userId) ?? 0) - bytes;
    if (left > 0) this.#bytesOfUser.set(userId, left);
    else this.#bytesOfUser.delete(userId);
    this.#total -= bytes;
  }
}

/** The disk space that a file of this size occupies. */
export function occupiedBytes(size: number): number {
  return Math.max(1, Math.ceil(size / BLOCK_BYTES)) * BLOCK_BYTES;
}
