import { ServiceError } from '../../client/service-error.js';
import { BoundedMap } from '../../platform/async/bounded-map.js';
import { Deferred } from '../../platform/async/promises.js';
import { TokenBucket } from '../../platform/async/token-bucket.js';
import type { Clock } from '../../platform/clock.js';
import { rpcErrors } from '../../protocol/rpc/errors.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { BURST_SECONDS } from '../limits.js';
import type { RpcSession } from '../sessions/session.js';

/** The number of applications whose replies are remembered; the one that was charged first is forgotten. */
const MAX_APPLICATIONS = 256;

/** The connection that asks. */
type ReplySession = Pick<RpcSession, 'application' | 'closed'>;

interface Waiting {
  readonly start: () => Promise<void>;
  readonly fail: (error: unknown) => void;
  /** whether it asks the service */
  readonly reads: boolean;
}

/** The long replies of one application. */
interface Replies {
  readonly bucket: TokenBucket;
  /** in the order of the commands */
  readonly waiting: Set<Waiting>;
  isRunning: boolean;
  /** how long it took from `chargedAt` to repay its debt, in milliseconds */
  debtMs: number;
  /** in milliseconds since the Unix epoch */
  chargedAt: number;
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
   * Makes a reply when its turn has come.
   *
   * @param make called in the turn of the event loop in which the reply is encoded
   * @throws {RpcError} if the connection closes before the turn
   */
  run<Reply>(session: ReplySession, make: () => Reply): Promise<Reply> {
    return this.#enqueue(session, false, () => Promise.resolve(make));
  }

  /**
   * Asks the service for what a reply needs, and makes it, when its turn has come.
   *
   * @param make called in the turn of the event loop in which the reply is encoded
   * @throws what reading throws; if the service fails, all replies of the application that wait to ask it fail as well
   * @throws {RpcError} if the connection closes before the turn
   */
  runAfterRead<Read, Reply>(
    session: ReplySession,
    read: () => Promise<Read>,
    make: (found: Read) => Reply,
  ): Promise<Reply> {
    return this.#enqueue(session, true, async () => {
      const found = await read();
      return () => make(found);
    });
  }

  /** Charges an application for a reply of any command. */
  charge(applicationId: Snowflake, bytes: number): void {
    const replies = this.#of(applicationId);
    replies.debtMs = replies.bucket.charge(bytes) * 1000;
    replies.chargedAt = this.clock.now();
  }

  #enqueue<Reply>(
    { application, closed }: ReplySession,
    reads: boolean,
    prepare: () => Promise<() => Reply>,
  ): Promise<Reply> {
    const replies = this.#of(application.id);
    const reply = new Deferred<Reply>();
    const start = async () => {
      closed.removeEventListener('abort', drop);
      const make = await prepare();
      await this.#nextTurn();
      reply.resolve(make());
    };
    const fail = (error: unknown) => {
      closed.removeEventListener('abort', drop);
      reply.reject(error);
    };
    const waiting = { start, fail, reads };
    // Nobody gets it. A reply that has begun is made nevertheless, because it is charged by its length.
    const drop = () => {
      replies.waiting.delete(waiting);
      reply.reject(rpcErrors.unknown());
    };
    if (closed.aborted) drop();
    else {
      closed.addEventListener('abort', drop, { once: true });
      replies.waiting.add(waiting);
      this.#advance(replies);
    }
    return reply.promise;
  }

  #of(applicationId: Snowflake): Replies {
    const { clock, perSecond } = this;
    const known = this.#applications.get(applicationId);
    if (known !== undefined) return known;
    const bucket = new TokenBucket(perSecond, perSecond * BURST_SECONDS, () => clock.now());
    const replies = { bucket, waiting: new Set<Waiting>(), isRunning: false, debtMs: 0, chargedAt: 0 };
    this.#applications.set(applicationId, replies);
    return replies;
  }

  #advance(replies: Replies): void {
    if (replies.isRunning || replies.waiting.size === 0) return;
    replies.isRunning = true;
    const debtMs = replies.debtMs - Math.max(0, this.clock.now() - replies.chargedAt);
    if (debtMs > 0) this.clock.after(debtMs, () => void this.#startFirst(replies));
    else void this.#startFirst(replies);
  }

  async #startFirst(replies: Replies): Promise<void> {
    const { waiting } = replies;
    const [first] = waiting;
    if (first !== undefined) {
      waiting.delete(first);
      try {
        await first.start();
      } catch (error) {
        first.fail(error);
        if (isServiceFailure(error)) {
          for (const next of [...waiting].filter(({ reads }) => reads)) {
            waiting.delete(next);
            next.fail(error);
          }
        }
      }
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

/** Whether the service would fail the next request as well. */
function isServiceFailure(error: unknown): boolean {
  return error instanceof ServiceError && error.isOutage;
}
