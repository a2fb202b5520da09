import { waitAtMost } from '../../platform/async/promises.js';
import type { Clock } from '../../platform/clock.js';
import type { Component } from '../../platform/lifecycle.js';
import type { Logger } from '../../platform/log.js';
import { type Bus, BusError, isTooLong } from '../bus/bus.js';
import type { GuildLeases } from '../ownership/guild-leases.js';
import { attempt } from './attempt.js';
import { CallerTurns } from './caller-turns.js';
import type { AttemptedRequest } from './guild-request.js';
import { type LongTexts, MAX_TEXT_LENGTH } from './long-texts.js';
import type { OwnedRequests } from './owned-requests.js';
import { type LongRequest, nodeSubject, readRequest, type SentAttempt } from './request-messages.js';

/** How long one part of a request may take to arrive, in milliseconds. */
const PART_MS = 1000;

/** How long a request may count as in progress until its long reply was fetched, in milliseconds. */
const FETCH_MS = 2000;

export interface RequestReceiverOptions {
  readonly bus: Pick<Bus, 'respond'>;
  readonly node: string;
  readonly leases: Pick<GuildLeases, 'fresh'>;
  readonly owned: Pick<OwnedRequests, 'run'>;
  readonly texts: Pick<LongTexts, 'fetch' | 'isOffered' | 'offer' | 'untilGone'>;
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Logger;
}

/**
 * Carries out requests that other nodes forward to this one, each once while it knows the key: an attempt that is repeated gets the
 * reply of the first one, or is told that it is in progress. It forwards none itself, so none can go round in a circle.
 */
export class RequestReceiver implements Component {
  readonly #unsubscribe: () => void;
  readonly #turns: CallerTurns;
  readonly #replies = new KeptReplies();
  readonly #underWay = new Set<string>();

  constructor(private readonly options: RequestReceiverOptions) {
    const { bus, clock, node } = options;
    this.#turns = new CallerTurns(clock);
    this.#unsubscribe = bus.respond(nodeSubject(node), (text) => this.#answer(text));
  }

  async stop(): Promise<void> {
    this.#unsubscribe();
    this.#turns.stop();
  }

  /** @returns the `SentAttempt` */
  async #answer(text: string): Promise<string> {
    const { leases, node, texts } = this.options;
    const received = readRequest(text);
    if (received === null) return toText({ kind: 'not-done' });
    const { guildId, key } = received;
    const kept = this.#replies.find(key);
    if (kept !== null) return kept;
    if (texts.isOffered(key)) return toText(longReply(node, key));
    if (this.#underWay.has(key)) {
      // Without the lease another node may have to carry it out.
      return toText({ kind: leases.fresh(guildId) === null ? 'unknown' : 'working' });
    }
    this.#underWay.add(key);
    try {
      const request = await this.#whole(received);
      return request === null ? toText({ kind: 'not-done' }) : await this.#inTurn(request);
    } finally {
      this.#underWay.delete(key);
    }
  }

  async #inTurn(request: AttemptedRequest): Promise<string> {
    const { caller, key } = request;
    if (caller === undefined) return (await this.#carryOut(request)).reply;
    const endTurn = await this.#turns.take(caller);
    if (endTurn === null) return toText({ kind: 'busy' });
    let length = 0;
    try {
      const carriedOut = await this.#carryOut(request);
      length = carriedOut.length;
      return carriedOut.reply;
    } finally {
      void this.#untilFetched(key).then(() => endTurn(length));
    }
  }

  /** A long reply is work for both nodes until it was fetched. */
  async #untilFetched(key: string): Promise<void> {
    const { clock, texts } = this.options;
    if (texts.isOffered(key)) await waitAtMost(clock, FETCH_MS, texts.untilGone(key));
  }

  /** @returns the `SentAttempt`, and the length of what the request gave */
  async #carryOut(request: AttemptedRequest): Promise<{ reply: string; length: number }> {
    const { log, owned } = this.options;
    const result = await attempt(owned, request, log);
    if (result.kind !== 'done') return { reply: toText(result), length: 0 };
    const { length } = result.text;
    const whole = isTooLong(result.text) ? null : toText(result);
    if (whole === null || isTooLong(whole)) {
      return { reply: toText(this.#offer(request.key, result.text)), length };
    }
    this.#replies.keep(request.key, whole);
    return { reply: whole, length };
  }

  /** @returns null if the rest of the request did not arrive */
  async #whole(received: AttemptedRequest | LongRequest): Promise<AttemptedRequest | null> {
    if ('text' in received) return received;
    const { longText, ...request } = received;
    try {
      return { ...request, text: await this.options.texts.fetch(longText.node, longText.id, PART_MS) };
    } catch (error) {
      if (error instanceof BusError) return null;
      throw error;
    }
  }

  #offer(key: string, reply: string): SentAttempt {
    const { node, texts } = this.options;
    if (reply.length > MAX_TEXT_LENGTH) return { kind: 'too-long' };
    // With too many others on their way, a later attempt finds the reply or makes it again.
    return texts.offer(reply, key) === null ? { kind: 'unknown' } : longReply(node, key);
  }
}

/** @param id of the offered text */
function longReply(node: string, id: string): SentAttempt {
  return { kind: 'done', longText: { node, id } };
}

function toText(sent: SentAttempt): string {
  return JSON.stringify(sent);
}

/** The maximum length of all replies that are kept, in code units: more than a node makes in the time of some attempts. */
const MAX_LENGTH = 8 * 1024 * 1024;

/**
 * The latest replies by the keys of their requests, so that a repeated attempt whose first reply is late or lost does not have it made
 * again.
 */
export class KeptReplies {
  readonly #replies = new Map<string, string>();
  #length = 0;

  /** @param most the maximum length of all, in code units */
  constructor(private readonly most = MAX_LENGTH) {}

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
