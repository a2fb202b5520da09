import type { SharedCounter } from '../../api/core/counters.js';
import type { RateLimiter } from '../../api/core/http/rate-limiter.js';
import type { CallerCount, CounterName, SharedMessage } from './shared-message.js';

/** What a node knows of the requests of a caller that are its own. */
interface Sent {
  /** those of other nodes */
  remote: number;
  /** its own that it has sent */
  sent: number;
}

/** The part of a limit below which the requests of a caller at one node are not sent. */
const SENT_FROM = 0.01;

/**
 * Exchanges counts with the other nodes (docs/adr/0049-state-of-all-nodes.md). Rare counts are sent one by one, and
 * requests once a second for the callers who have used a hundredth of a limit at this node.
 */
export class SharedCounts {
  #windowEnd = 0;
  #known = new Map<string, Sent>();

  /** @param send sends a message to the other nodes */
  constructor(
    private readonly counters: Readonly<Record<CounterName, SharedCounter>>,
    private readonly requests: RateLimiter,
    private readonly send: (message: SharedMessage) => void,
  ) {
    for (const [name, counter] of Object.entries(counters)) {
      counter.listenForCounts((key, amount) =>
        send({ kind: 'count', counter: name as CounterName, key, amount }),
      );
    }
  }

  /** Adds a count of another node. */
  count({
    counter,
    key,
    amount,
  }: Pick<Extract<SharedMessage, { kind: 'count' }>, 'counter' | 'key' | 'amount'>): void {
    this.counters[counter].addRemote(key, amount);
  }

  /** Adds requests that callers made at another node. @param windowEnd of the window that they count in */
  addRequests(windowEnd: number, callers: readonly CallerCount[]): void {
    if (this.#advance() !== windowEnd) return;
    for (const { caller, total, buckets } of callers) {
      this.requests.add(caller, null, total);
      this.#of(caller, null).remote += total;
      for (const [bucket, count] of buckets) {
        this.requests.add(caller, bucket, count);
        this.#of(caller, bucket).remote += count;
      }
    }
  }

  /** Sends the requests since the last call. */
  sendRequests(): void {
    const windowEnd = this.#advance();
    const callers: CallerCount[] = [];
    for (const { caller, total, buckets } of this.requests.counts()) {
      const { bucketRequests, globalRequests } = this.requests.limits;
      const newTotal = this.#take(caller, null, total, globalRequests);
      const newBuckets: [string, number][] = [];
      for (const [bucket, count] of buckets) {
        const added = this.#take(caller, bucket, count, bucketRequests);
        if (added > 0) newBuckets.push([bucket, added]);
      }
      if (newTotal > 0 || newBuckets.length > 0)
        callers.push({ caller, total: newTotal, buckets: newBuckets });
    }
    if (callers.length > 0) this.send({ kind: 'requests', windowEnd, callers });
  }

  /** What this node counted since it was sent last; 0 as long as it is a small part of the limit. */
  #take(caller: string, bucket: string | null, count: number, limit: number): number {
    const known = this.#of(caller, bucket);
    const own = count - known.remote;
    if (own < limit * SENT_FROM) return 0;
    const added = own - known.sent;
    known.sent = own;
    return added;
  }

  /** Moves on to the current window. @returns its end */
  #advance(): number {
    const end = this.requests.currentWindowEnd();
    if (end !== this.#windowEnd) {
      this.#windowEnd = end;
      this.#known = new Map();
    }
    return end;
  }

  #of(caller: string, bucket: string | null): Sent {
    const key = JSON.stringify([caller, bucket]);
    const known = this.#known.get(key) ?? { remote: 0, sent: 0 };
    this.#known.set(key, known);
    return known;
  }
}
