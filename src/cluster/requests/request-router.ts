import { BoundedMap } from '../../platform/bounded-map.js';
import type { Clock } from '../../platform/clock.js';
import type { Component } from '../../platform/lifecycle.js';
import type { Logger } from '../../platform/log.js';
import { pause } from '../../platform/promises.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { type Bus, BusError, isTooLong } from '../bus/bus.js';
import { type Attempt, attempt } from './attempt.js';
import type { AttemptedRequest, GuildRequest } from './guild-request.js';
import type { LongTexts } from './long-texts.js';
import { nodeSubject } from './node-subject.js';
import type { OwnedRequests } from './owned-requests.js';
import {
  GuildAbsentError,
  GuildUnavailableError,
  RequestOutcomeUnknownError,
  RequestTooLongError,
} from './request-errors.js';
import { type LongRequest, readAttempt } from './request-messages.js';

/** How long one attempt on another node may take, in milliseconds; after that the guild may have a new owner. */
const ATTEMPT_MS = 1000;
/** The maximum number of guilds whose owners are remembered. */
const MOST_HINTS = 100_000;
/** The pause between two attempts, in milliseconds: it doubles, or is the rest of the lease of another node. */
const LEAST_PAUSE_MS = 20;
const MOST_PAUSE_MS = 250;

export interface RequestRouterOptions {
  readonly owned: Pick<OwnedRequests, 'run'>;
  readonly bus: Pick<Bus, 'request'>;
  readonly texts: Pick<LongTexts, 'offer' | 'withdraw' | 'fetch'>;
  /** the name of this process */
  readonly node: string;
  readonly clock: Clock;
  readonly log: Logger;
  /** milliseconds on a clock that is never set */
  readonly elapsed: () => number;
}

/**
 * Carries out requests on the node that owns their guild: this one if it owns the guild or can take it, else by a message.
 * Attempts are repeated with the same key until one is known to be carried out
 * (docs/adr/0077-forwarded-requests.md).
 */
export class RequestRouter implements Component {
  /**
   * Which nodes owned guilds when this one last asked, to save the question. A wrong hint costs an attempt and nothing else: the
   * owner decides by its lease.
   */
  readonly #hints = new BoundedMap<Snowflake, string>(MOST_HINTS);
  readonly #stopping = new AbortController();

  constructor(private readonly options: RequestRouterOptions) {}

  /**
   * @param timeoutMs the deadline, in milliseconds from now
   * @returns the reply
   * @throws {GuildAbsentError | GuildUnavailableError} nothing was stored
   * @throws {RequestTooLongError} nothing was stored if it is the request that is too long
   * @throws {RequestOutcomeUnknownError}
   */
  async run(request: GuildRequest, timeoutMs: number): Promise<string> {
    const { clock, elapsed } = this.options;
    const { signal } = this.#stopping;
    const end = elapsed() + timeoutMs;
    let isRepeated = false;
    for (let attempts = 0; ; attempts += 1) {
      const result = await this.#attempt(Object.assign({ isRepeated }, request), end);
      if (result.kind === 'done') return result.text;
      if (result.kind === 'absent') throw new GuildAbsentError();
      if (result.kind === 'too-long') throw new RequestTooLongError('reply');
      isRepeated ||= result.kind === 'unknown';
      const wantedMs = result.kind === 'elsewhere' ? result.remainingMs : LEAST_PAUSE_MS * 2 ** attempts;
      const waitMs = Math.min(Math.max(wantedMs, LEAST_PAUSE_MS), MOST_PAUSE_MS);
      if (elapsed() + waitMs < end) await pause(clock, waitMs, signal);
      if (elapsed() + waitMs >= end || signal.aborted) {
        throw isRepeated ? new RequestOutcomeUnknownError() : new GuildUnavailableError();
      }
    }
  }

  /** Ends what waits for its next attempt. */
  async stop(): Promise<void> {
    this.#stopping.abort();
  }

  async #attempt(request: AttemptedRequest, end: number): Promise<Attempt> {
    const hint = this.#hints.get(request.guildId);
    if (hint !== undefined) return this.#forward(hint, request, end);
    const result = await attempt(this.options.owned, request, this.options.log);
    if (result.kind !== 'elsewhere') return result;
    this.#hints.set(request.guildId, result.node);
    const forwarded = await this.#forward(result.node, request, end);
    // Until the lease of an owner that does not answer has ended, there is nothing else to try.
    return forwarded.kind === 'not-done' ? result : forwarded;
  }

  async #forward(node: string, request: AttemptedRequest, end: number): Promise<Attempt> {
    const { elapsed, texts } = this.options;
    const timeoutMs = Math.max(1, Math.min(ATTEMPT_MS, end - elapsed()));
    const whole = JSON.stringify(request);
    if (!isTooLong(whole)) return this.#send(node, request, whole, timeoutMs);
    const id = texts.offer(request.text);
    if (id === null) throw new RequestTooLongError('request');
    try {
      return await this.#send(node, request, this.#longRequest(request, id), timeoutMs);
    } finally {
      texts.withdraw(id);
    }
  }

  #longRequest({ guildId, key, isRepeated }: AttemptedRequest, id: string): string {
    const { node } = this.options;
    const request: LongRequest = { guildId, key, isRepeated, longText: { node, id } };
    return JSON.stringify(request);
  }

  async #send(
    node: string,
    { guildId }: AttemptedRequest,
    message: string,
    timeoutMs: number,
  ): Promise<Attempt> {
    const { bus, texts } = this.options;
    let result: Attempt = { kind: 'not-done' };
    try {
      const sent = readAttempt(await bus.request(nodeSubject(node), message, timeoutMs));
      // Until its reply was fetched.
      result = 'longText' in sent ? { kind: 'unknown' } : sent;
      if ('longText' in sent) {
        result = { kind: 'done', text: await texts.fetch(sent.longText.node, sent.longText.id, timeoutMs) };
      }
    } catch (error) {
      if (!(error instanceof BusError) || error.reason !== 'not-sent') result = { kind: 'unknown' };
    }
    if (result.kind !== 'done') this.#hints.delete(guildId);
    return result;
  }
}
