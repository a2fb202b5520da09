import { randomBytes } from 'node:crypto';
import Type from 'typebox';
import type { Unsubscribe } from '../../platform/async/events.js';
import { Deferred } from '../../platform/async/promises.js';
import type { Clock } from '../../platform/clock.js';
import type { Component } from '../../platform/lifecycle.js';
import { readJson } from '../../platform/text/parse-json.js';
import { validator } from '../../protocol/schema.js';
import { type Bus, BusError } from '../bus/bus.js';

/** The length of a part in code units, each of which takes at most three bytes of a message. */
const PART_LENGTH = 128 * 1024;
/** The maximum length of a text, in code units: more than any reply has. */
export const MAX_TEXT_LENGTH = 64 * 1024 * 1024;
/** The maximum length of all texts that a node offers and fetches at a time, in code units. */
const MAX_HELD = 256 * 1024 * 1024;
/** How long a text is offered, in milliseconds. */
const OFFERED_MS = 10_000;
/** The first character of each part says whether another one follows. */
const MORE = '+';
const LAST = '.';

const partValidator = validator(
  Type.Object({ id: Type.String(), from: Type.Integer({ minimum: 0, maximum: MAX_TEXT_LENGTH }) }),
);

interface Offered {
  readonly text: string;
  readonly cancel: () => void;
  readonly gone: Deferred<void>;
}

export interface LongTextsOptions {
  readonly bus: Pick<Bus, 'request' | 'respond'>;
  readonly node: string;
  readonly clock: Pick<Clock, 'after'>;
}

/**
 * Texts that do not fit into a message. One node offers a text, and the other fetches it in parts as far as it accepts it, so
 * nobody depends on a length that another node states.
 */
export class LongTexts implements Component {
  readonly #offered = new Map<string, Offered>();
  readonly #unsubscribe: Unsubscribe;
  #held = 0;

  constructor(private readonly options: LongTextsOptions) {
    const { bus, node } = options;
    this.#unsubscribe = bus.respond(subjectOf(node), async (text) => this.#part(text));
  }

  /**
   * Offers a text until it was fetched, or for some seconds.
   *
   * @param id unique; one whose text is still offered keeps that text
   * @returns the id; null if the text is too long, or there are too many
   */
  offer(text: string, id = randomBytes(12).toString('base64url')): string | null {
    if (this.isOffered(id)) return id;
    if (text.length > MAX_TEXT_LENGTH || this.#held + text.length > MAX_HELD) return null;
    const cancel = this.options.clock.after(OFFERED_MS, () => this.withdraw(id));
    this.#offered.set(id, { text, cancel, gone: new Deferred() });
    this.#held += text.length;
    return id;
  }

  isOffered(id: string): boolean {
    return this.#offered.has(id);
  }

  /** Resolves once a text is no longer offered, most often because it was fetched. */
  async untilGone(id: string): Promise<void> {
    await this.#offered.get(id)?.gone.promise;
  }

  withdraw(id: string): void {
    const offered = this.#offered.get(id);
    if (offered === undefined) return;
    offered.cancel();
    this.#offered.delete(id);
    this.#held -= offered.text.length;
    offered.gone.resolve();
  }

  /**
   * Fetches a text that another node offers.
   *
   * @param timeoutMs for each part, in milliseconds
   * @throws {BusError} it is no longer offered, or too long
   */
  async fetch(node: string, id: string, timeoutMs: number): Promise<string> {
    const parts: string[] = [];
    let length = 0;
    try {
      for (let isLast = false; !isLast; ) {
        const part = await this.options.bus.request(
          subjectOf(node),
          JSON.stringify({ id, from: length }),
          timeoutMs,
        );
        isLast = part.startsWith(LAST);
        const added = part.slice(1);
        parts.push(added);
        length += added.length;
        this.#held += added.length;
        const isAccepted = length <= MAX_TEXT_LENGTH && this.#held <= MAX_HELD;
        if (!isAccepted || (!isLast && added === '')) throw new BusError('no-reply');
      }
      return parts.join('');
    } finally {
      this.#held -= length;
    }
  }

  async stop(): Promise<void> {
    this.#unsubscribe();
    for (const id of [...this.#offered.keys()]) this.withdraw(id);
  }

  #part(request: string): string {
    const wanted = readJson(request, partValidator);
    const text = wanted === null ? undefined : this.#offered.get(wanted.id)?.text;
    if (wanted === null || text === undefined) return MORE;
    const end = endOfPart(text, wanted.from + PART_LENGTH);
    if (end < text.length) return MORE + text.slice(wanted.from, end);
    this.withdraw(wanted.id);
    return LAST + text.slice(wanted.from);
  }
}

/** UTF-8 has no half of a surrogate pair. */
function endOfPart(text: string, end: number): number {
  if (end >= text.length) return text.length;
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last < 0xdc00 ? end - 1 : end;
}

function subjectOf(node: string): string {
  return `texts.${node}`;
}
