import { randomFillSync } from 'node:crypto';

const ID_BYTES = 8;
/** Random bytes that are drawn together, because drawing costs more than an id. */
const POOL_BYTES = 128 * ID_BYTES;

/** Creates ids of connections: 16 hexadecimal digits of 64 random bits. */
export class ConnectionIds {
  readonly #pool = Buffer.alloc(POOL_BYTES);
  #used = POOL_BYTES;

  next(): string {
    if (this.#used === POOL_BYTES) {
      randomFillSync(this.#pool);
      this.#used = 0;
    }
    this.#used += ID_BYTES;
    return this.#pool.toString('hex', this.#used - ID_BYTES, this.#used);
  }
}
