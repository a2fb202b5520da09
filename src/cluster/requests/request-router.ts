import { setMaxListeners } from 'node:events';
import { BoundedMap } from '../../platform/async/bounded-map.js';
import { pause } from '../../platform/async/promises.js';
import type { Clock } from '../../platform/clock.js';
import type { Component } from '../../platform/lifecycle.js';
import type { Logger } from '../../platform/log.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { type Bus, BusError, isTooLong } from '../bus/bus.js';
import { attempt } from './attempt.js';
import type { AttemptedRequest, GuildRequest } from './guild-request.js';
import type { LongTexts } from './long-texts.js';
import type { OwnedRequests } from './owned-requests.js';
import {
  GuildAbsentError,
  GuildUnavailableError,
  ReplyTooLongError,
  RequestOutcomeUnknownError,
} from './request-errors.js';
import type { LongRequest, LongText, SentAttempt } from './request-messages.js';
import { SentAttempts } from './sent-attempts.js';
import { SilentNodes } from './silent-nodes.js';

/** What became of an attempt, with the text of its reply. */
type Result = Exclude<SentAttempt, { readonly longText: LongText }>;

/**
 * How long one attempt on another node is waited for, in milliseconds; after that the guild may have a new owner. Its reply counts
 * until the deadline.
 */
const ATTEMPT_MS = 1000;
/** How long one part of a long reply may take to arrive, in milliseconds. */
const PART_MS = 3000;
/** How long a request waits while there is no bus, in milliseconds: as long as the lease of an owner that has ended. */
const WITHOUT_BUS_MS = 3000;
/**
 * The rest of a lease, in milliseconds, with which each request to a silent owner waits for the lease to end. With more of it, the
 * owner is running, will renew the lease, and keeps the guild.
 */
const ENDING_LEASE_MS = 1500;
/** The maximum number of guilds whose owners are remembered. */
const MAX_HINTS = 100_000;
/** The pause between two attempts, in milliseconds: it doubles, or is the rest of the lease of another node. */
const LEAST_PAUSE_MS = 20;
const MAX_PAUSE_MS = 250;

export interface RequestRouterOptions {
  readonly owned: Pick<OwnedRequests, 'run'>;
  readonly bus: Pick<Bus, 'isConnected' | 'request'>;
  readonly texts: Pick<LongTexts, 'offer' | 'withdraw' | 'fetch'>;
  /** the name of this process */
  readonly node: string;
  readonly clock: Clock;
  readonly log: Logger;
  /** milliseconds on a clock that is never set */
  readonly elapsed: () => number;
}

/** How a request is carried out; its times are those of `elapsed`. */
interface Run extends Required<RunOptions> {
  readonly begin: number;
  readonly end: number;
}

export interface RunOptions {
  /**
   * whether the request ends at once if the owner does not answer and keeps the guild, because its client can go to another node;
   * others wait until the deadline
   */
  readonly failsFast?: boolean;
}

/**
 * Carries out requests on the node that owns their guild: this one if it owns the guild or can take it, else by a message.
 * Attempts are repeated with the same key until one is known to be carried out
 * (docs/adr/0045-forwarded-requests.md).
 */
export class RequestRouter implements Component {
  /**
   * Which nodes owned guilds when this one last asked, to save the question. A wrong hint costs an attempt and nothing else: the
   * owner decides by its lease.
   */
  readonly #hints = new BoundedMap<Snowflake, string>(MAX_HINTS);
  readonly #silent: SilentNodes;
  readonly #stopping = new AbortController();

  constructor(private readonly options: RequestRouterOptions) {
    this.#silent = new SilentNodes(options.elapsed);
    // Each request that waits listens to it.
    setMaxListeners(0, this.#stopping.signal);
  }

  /**
   * @param timeoutMs the deadline, in milliseconds from now
   * @returns the reply
   * @throws {GuildAbsentError | GuildUnavailableError} nothing was stored
   * @throws {ReplyTooLongError} it was carried out
   * @throws {RequestOutcomeUnknownError}
   */
  async run(
    request: GuildRequest,
    timeoutMs: number,
    { failsFast = false }: RunOptions = {},
  ): Promise<string> {
    const { bus, clock, elapsed, texts } = this.options;
    const begin = elapsed();
    const end = begin + timeoutMs;
    const sent = new SentAttempts(bus, clock, this.#silent);
    try {
      return await this.#repeat(request, sent, { begin, end, failsFast });
    } finally {
      if (sent.longTextId !== null) texts.withdraw(sent.longTextId);
    }
  }

  /** Ends what waits for its next attempt. */
  async stop(): Promise<void> {
    this.#stopping.abort();
  }

  async #repeat(request: GuildRequest, sent: SentAttempts, { begin, end, failsFast }: Run): Promise<string> {
    const { bus, clock, elapsed } = this.options;
    const { signal } = this.#stopping;
    let isRepeated = false;
    for (let attempts = 0; ; attempts += 1) {
      const result = await this.#attempt(Object.assign({ isRepeated }, request), sent, { end, failsFast });
      if (result.kind === 'done') return result.text;
      if (result.kind === 'absent') throw new GuildAbsentError();
      if (result.kind === 'too-long') throw new ReplyTooLongError();
      isRepeated ||= result.kind === 'unknown' || result.kind === 'working';
      // The only node that could have carried it out says that it has not.
      if (result.kind === 'busy' && sent.nodes.size <= 1) throw new GuildUnavailableError();
      const last = bus.isConnected ? end : Math.min(end, begin + WITHOUT_BUS_MS);
      const remainingMs = last - elapsed();
      const wantedMs = pauseAfter(result, attempts);
      // The reply of an owner that works counts until the deadline.
      const waitMs = result.kind === 'working' ? Math.min(wantedMs, remainingMs) : wantedMs;
      const isLast = result.kind === 'busy' || remainingMs <= 0 || waitMs > remainingMs || signal.aborted;
      if (!isLast) await Promise.race([pause(clock, waitMs, signal), sent.arrival]);
      if (isLast || signal.aborted) {
        throw isRepeated ? new RequestOutcomeUnknownError() : new GuildUnavailableError();
      }
    }
  }

  async #attempt(
    request: AttemptedRequest,
    sent: SentAttempts,
    { end, failsFast }: Pick<Run, 'end' | 'failsFast'>,
  ): Promise<Result> {
    const late = sent.take();
    if (late !== null) return this.#fetched(late, end);
    const hint = this.#hints.get(request.guildId);
    if (hint !== undefined && !this.#isUseless(hint, sent)) return this.#forward(hint, request, sent, end);
    const result = await attempt(this.options.owned, request, this.options.log);
    if (result.kind !== 'elsewhere') {
      sent.nodes.add(this.options.node);
      return result;
    }
    if (this.#isUseless(result.node, sent)) {
      if (failsFast && result.remainingMs > ENDING_LEASE_MS) throw new GuildUnavailableError();
      return result;
    }
    this.#hints.set(request.guildId, result.node);
    const forwarded = await this.#forward(result.node, request, sent, end);
    // Until the lease of an owner that does not answer has ended, there is nothing else to try.
    return forwarded.kind === 'not-done' ? result : forwarded;
  }

  /** Whether a node is silent, and asking it would only make the outcome of the request unknown. */
  #isUseless(node: string, sent: SentAttempts): boolean {
    return sent.nodes.size === 0 && this.#silent.has(node);
  }

  async #forward(node: string, request: AttemptedRequest, sent: SentAttempts, end: number): Promise<Result> {
    const { texts } = this.options;
    const whole = isTooLong(request.text) ? null : JSON.stringify(request);
    let message = whole;
    if (whole === null || isTooLong(whole)) {
      // Once for all attempts: a busy owner may take longer than one of them to fetch it.
      sent.longTextId = texts.offer(request.text, sent.longTextId ?? undefined);
      message = sent.longTextId === null ? null : this.#longRequest(request, sent.longTextId);
    }
    // Too many others are on their way.
    if (message === null || isTooLong(message)) return { kind: 'not-done' };
    const remainingMs = Math.max(1, end - this.options.elapsed());
    const waitMs = Math.min(ATTEMPT_MS, remainingMs);
    const result = await this.#fetched(await sent.send(node, message, waitMs, remainingMs), end);
    // An owner that is busy is still the owner.
    if (!['done', 'working', 'busy'].includes(result.kind)) this.#hints.delete(request.guildId);
    return result;
  }

  #longRequest({ guildId, key, isRepeated, caller }: AttemptedRequest, id: string): string {
    const { node } = this.options;
    const request: LongRequest = {
      guildId,
      key,
      isRepeated,
      longText: { node, id },
      ...(caller !== undefined && { caller }),
    };
    return JSON.stringify(request);
  }

  /** A reply with its text. */
  async #fetched(sent: SentAttempt, end: number): Promise<Result> {
    if (!('longText' in sent)) return sent;
    const { elapsed, texts } = this.options;
    const timeoutMs = Math.max(1, Math.min(PART_MS, end - elapsed()));
    try {
      return { kind: 'done', text: await texts.fetch(sent.longText.node, sent.longText.id, timeoutMs) };
    } catch (error) {
      if (!(error instanceof BusError)) throw error;
      return { kind: 'unknown' };
    }
  }
}

/** How long to wait before the next attempt, in milliseconds. @param attempts how many there were before */
function pauseAfter(result: Result, attempts: number): number {
  // The reply is expected any moment; the question says only whether the owner still works.
  if (result.kind === 'working') return ATTEMPT_MS;
  const wantedMs = result.kind === 'elsewhere' ? result.remainingMs : LEAST_PAUSE_MS * 2 ** attempts;
  return Math.min(Math.max(wantedMs, LEAST_PAUSE_MS), MAX_PAUSE_MS);
}
