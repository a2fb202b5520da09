/** The maximum length of all replies that are kept, in code units: more than a node makes in the time of some attempts. */
const MOST_LENGTH = 8 * 1024 * 1024;

/**
 * The latest replies by the keys of their requests, so that a repeated attempt whose first reply is late or lost does not have it made
 * again.
 */
export class KeptReplies {
  readonly #replies = new Map<string, string>();
  #length = 0;

  /** @param most the maximum length of all, in code units */
  constructor(private readonly most = MOST_LENGTH) {}

  find(key: string): string | null {
    return this.#replies.get(key) ?? null;
  }

  /** Keeps a reply until newer ones need its room. */
  keep(key: string, reply: string): void {
    if (this.#replies.has(key)) return;
    this.#replies.set(key, reply);
    this.#length += reply.length;
    for (const [oldest, { length }] of this.#replies) {
      if (this.#length <= this.most) return;
      this.#replies.delete(oldest);
      this.#length -= length;
    }
  }
}
