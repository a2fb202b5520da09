import { setImmediate } from 'node:timers/promises';
import { type Clock, isAhead } from '../../../platform/clock.js';
import type { Message } from '../../../protocol/objects/message.js';
import type { ContentElement } from '../../../protocol/rpc/message.js';
import type { Snowflake } from '../../../protocol/snowflake.js';
import { parseContent } from './parse-content.js';

/** The length of the contents that are kept, in characters: a whole list of messages of the greatest length. */
const MAX_LENGTH = 110_000;
/** What a message counts besides its content, in characters. */
const OVERHEAD = 64;
/** The length of contents that are parsed in a row, in characters. */
const SLICE = 8_000;
/** How long the content of a message is kept after its last use, in milliseconds. */
const UNUSED_MS = 60_000;

interface Parsed {
  readonly content: string;
  readonly everyone: boolean;
  readonly elements: ContentElement[];
}

/** The contents of messages that are shown, each parsed once: parsing costs more than the rest of a reply. */
export class ParsedContents {
  /** by message, the least recently used one first */
  readonly #parsed = new Map<Snowflake, Parsed>();
  #length = 0;
  #usedAt = 0;
  #isTimed = false;

  constructor(private readonly clock: Clock) {}

  /** The elements of a message's content (docs/rpc.md, Message content). */
  of(message: Message): ContentElement[] {
    const { content, id, mention_everyone: everyone } = message;
    const known = this.#isKnown(message) ? this.#parsed.get(id) : undefined;
    const parsed = known ?? { content, everyone, elements: parseContent(content, everyone) };
    this.#remove(id);
    this.#parsed.set(id, parsed);
    this.#length += sizeOf(parsed);
    for (const oldest of this.#parsed.keys()) {
      if (this.#length <= MAX_LENGTH) break;
      this.#remove(oldest);
    }
    this.#usedAt = this.clock.now();
    this.#forgetUnused(UNUSED_MS);
    return parsed.elements;
  }

  /** Parses the contents of messages ahead, in slices between which other work is done. */
  async prepare(messages: readonly Message[]): Promise<void> {
    let length = 0;
    for (const message of messages) {
      if (!this.#isKnown(message)) length += message.content.length;
      this.of(message);
      if (length < SLICE) continue;
      length = 0;
      await setImmediate();
    }
  }

  #isKnown({ content, id, mention_everyone: everyone }: Message): boolean {
    const known = this.#parsed.get(id);
    return known?.content === content && known.everyone === everyone;
  }

  #remove(id: Snowflake): void {
    const parsed = this.#parsed.get(id);
    if (parsed !== undefined) this.#length -= sizeOf(parsed);
    this.#parsed.delete(id);
  }

  #forgetUnused(ms: number): void {
    if (this.#isTimed) return;
    this.#isTimed = true;
    this.clock.after(ms, () => {
      this.#isTimed = false;
      const usedUntil = this.#usedAt + UNUSED_MS;
      const leftMs = usedUntil - this.clock.now();
      if (isAhead(this.clock.now(), usedUntil, UNUSED_MS)) return this.#forgetUnused(leftMs);
      this.#parsed.clear();
      this.#length = 0;
    });
  }
}

function sizeOf({ content }: Parsed): number {
  return content.length + OVERHEAD;
}
