import type { Channel } from '../protocol/objects/channel.js';

/** A request to select a voice channel that is not answered yet. */
export interface QueuedSelection {
  /** null: to leave; undefined: the channel has not arrived yet */
  channel: Channel | null | undefined;
  /** the connection that it counts for; undefined: it is not of an application */
  readonly sessionId: string | undefined;
  /** why it is not carried out: it is refused in its turn, so that replies keep their order */
  readonly refusal: Error | null;
}

interface Place<Request> {
  readonly request: Request;
  before: Place<Request> | null;
  after: Place<Request> | null;
}

/**
 * Requests to select a voice channel, in the order of their arrival. One application can have tens of thousands pending and end
 * all in one turn of the event loop, so nothing but iterating costs more with each request that waits.
 */
export class SelectionQueue<Request extends QueuedSelection> {
  readonly #places = new Map<Request, Place<Request>>();
  // A Map or Set would pass all that were removed from its start to find its first.
  #first: Place<Request> | null = null;
  #last: Place<Request> | null = null;
  /** the requests of each connection that are not refused */
  readonly #counts = new Map<string, number>();
  /** leaves, and joins whose channel has arrived, that are not refused */
  readonly #ready = { leaves: 0, joins: 0 };

  /** The request that is being carried out. */
  get first(): Request | undefined {
    return this.#first?.request;
  }

  /** How many requests of a connection count. */
  countOf(sessionId: string): number {
    return this.#counts.get(sessionId) ?? 0;
  }

  /** Adds a request behind the others, or before them. */
  add(request: Request, isFirst: boolean): void {
    const place: Place<Request> = {
      request,
      before: isFirst ? null : this.#last,
      after: isFirst ? this.#first : null,
    };
    this.#places.set(request, place);
    this.#link(place.before, place);
    this.#link(place, place.after);
    this.#count(request, 1);
  }

  /** The channel of a request has arrived. */
  arrived(request: Request, channel: Channel): void {
    const isQueued = this.#places.has(request);
    if (isQueued) this.#count(request, -1);
    request.channel = channel;
    if (isQueued) this.#count(request, 1);
  }

  /** @returns whether it was in the queue */
  delete(request: Request): boolean {
    const place = this.#places.get(request);
    if (place === undefined) return false;
    this.#places.delete(request);
    this.#link(place.before, place.after);
    this.#count(request, -1);
    return true;
  }

  /** All requests; the present one may be deleted meanwhile. */
  *[Symbol.iterator](): Iterator<Request> {
    for (let place = this.#first; place !== null; place = place.after) yield place.request;
  }

  /**
   * The requests before the first that can be carried out: with a connection to the service any whose channel has arrived,
   * without one only a leave. None if no request can be.
   */
  *beforeReady(connected: boolean): Iterable<Request> {
    const { leaves, joins } = this.#ready;
    if (leaves + (connected ? joins : 0) === 0) return;
    for (const request of this) {
      const { channel, refusal } = request;
      if (refusal === null && (channel === null || (connected && channel !== undefined))) return;
      yield request;
    }
  }

  #link(before: Place<Request> | null, after: Place<Request> | null): void {
    if (before === null) this.#first = after;
    else before.after = after;
    if (after === null) this.#last = before;
    else after.before = before;
  }

  #count({ channel, refusal, sessionId }: Request, change: 1 | -1): void {
    if (refusal !== null) return;
    if (channel === null) this.#ready.leaves += change;
    else if (channel !== undefined) this.#ready.joins += change;
    if (sessionId === undefined) return;
    const count = this.countOf(sessionId) + change;
    if (count === 0) this.#counts.delete(sessionId);
    else this.#counts.set(sessionId, count);
  }
}
