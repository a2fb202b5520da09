import { ServiceError } from '../client/service-error.js';
import { BoundedMap } from '../platform/bounded-map.js';
import type { Clock } from '../platform/clock.js';
import { Deferred } from '../platform/promises.js';
import { TokenBucket } from '../platform/token-bucket.js';
import type { Snowflake } from '../protocol/snowflake.js';
import { BURST_SECONDS } from './limits.js';

/** The number of applications whose replies are remembered; the one that was charged first is forgotten. */
const MAX_APPLICATIONS = 256;

interface Waiting {
  readonly start: () => Promise<void>;
  readonly fail: (error: unknown) => void;
}

/** The long replies of one application. */
interface Replies {
  readonly bucket: TokenBucket;
  readonly waiting: Waiting[];
  isRunning: boolean;
  /** when its debt is repaid, in milliseconds since the Unix epoch */
  readyAt: number;
}

/**
 * Makes long replies, which cost far more than the frames that ask for them: one at a time of each application, and one in
 * a turn of the event loop of all, so that other commands are handled in between. Each application is charged the bytes of
 * its replies, and waits until its debt is repaid (docs/rpc.md, Limits).
 */
export class ReplyTurns {
  readonly #applications = new BoundedMap<Snowflake, Replies>(MAX_APPLICATIONS);
  /** resolves in the turn of the event loop in which the next reply may be made */
  #turn: Promise<void> = Promise.resolve();

  /** @param perSecond bytes of the replies to one application, in bursts of five seconds' worth */
  constructor(
    private readonly perSecond: number,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads what a reply needs, and makes it when its turn has come.
   *
   * @param make to be called in the turn of the event loop in which the reply is encoded
   * @throws what reading throws; if the service cannot be reached, everything of the application fails that waited
   */
  run<Read, Reply>(
    applicationId: Snowflake,
    read: () => Read | Promise<Read>,
    make: (found: Read) => Reply,
  ): Promise<Reply> {
    const replies = this.#of(applicationId);
    const reply = new Deferred<Reply>();
    const start = async () => {
      const found = await read();
      await this.#nextTurn();
      reply.resolve(make(found));
    };
    replies.waiting.push({ start, fail: (error) => reply.reject(error) });
    this.#advance(replies);
    return reply.promise;
  }

  /** Charges an application for a reply of any command. */
  charge(applicationId: Snowflake, bytes: number): void {
    const replies = this.#of(applicationId);
    replies.readyAt = this.clock.now() + replies.bucket.charge(bytes) * 1000;
  }

  #of(applicationId: Snowflake): Replies {
    const { clock, perSecond } = this;
    const known = this.#applications.get(applicationId);
    if (known !== undefined) return known;
    const bucket = new TokenBucket(perSecond, perSecond * BURST_SECONDS, () => clock.now());
    const replies = { bucket, waiting: [], isRunning: false, readyAt: 0 };
    this.#applications.set(applicationId, replies);
    return replies;
  }

  #advance(replies: Replies): void {
    if (replies.isRunning) return;
    const next = replies.waiting.shift();
    if (next === undefined) return;
    replies.isRunning = true;
    const debtMs = replies.readyAt - this.clock.now();
    if (debtMs > 0) this.clock.after(debtMs, () => void this.#start(replies, next));
    else void this.#start(replies, next);
  }

  async #start(replies: Replies, { start, fail }: Waiting): Promise<void> {
    try {
      await start();
    } catch (error) {
      fail(error);
      if (isUnreachable(error)) for (const waiting of replies.waiting.splice(0)) waiting.fail(error);
    }
    // After the reply was charged.
    setImmediate(() => {
      replies.isRunning = false;
      this.#advance(replies);
    });
  }

  #nextTurn(): Promise<void> {
    const turn = this.#turn;
    this.#turn = turn.then(() => new Promise((resolve) => setImmediate(resolve)));
    return turn;
  }
}

function isUnreachable(error: unknown): boolean {
  return error instanceof ServiceError && (error.status === 0 || error.status >= 500);
}
