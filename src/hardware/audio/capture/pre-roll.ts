/** The last blocks that were not sent. */
export class PreRoll {
  readonly #blocks: Int16Array[] = [];

  /** Keeps a copy of a block, and of those before it so many that there are `limit` at most. */
  add(block: Int16Array, limit: number): void {
    this.#blocks.push(block.slice());
    while (this.#blocks.length > limit) this.#blocks.shift();
  }

  /** @returns the blocks, oldest first; none are kept from then on */
  take(): Int16Array[] {
    return this.#blocks.splice(0);
  }
}
