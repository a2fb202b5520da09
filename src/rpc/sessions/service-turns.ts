import { FairTurns } from '../../net/fair-turns.js';
import { KeyedLock } from '../../platform/async/keyed-lock.js';
import { rpcErrors } from '../../protocol/rpc/errors.js';
import type { RpcSession } from './session.js';

/** Requests that run at the same time. */
const REQUESTS = 16;
/** The same of one application, which may have hundreds of connections. */
const REQUESTS_OF_APPLICATION = 4;

/** The connection that causes a request. */
export type Requester = Pick<RpcSession, 'id' | 'isOpen'>;

/**
 * Queues the requests to the service that connections cause before they are authorized, or to be authorized: one of each
 * connection at a time, few of an application, and few in all. Each uses up the quota of the person, and a connection may
 * have sent a hundred commands (docs/adr/0008-secrets-are-verified-before-failures-are-limited.md).
 */
export class ServiceTurns {
  readonly #connections = new KeyedLock();
  readonly #turns = new FairTurns(REQUESTS, REQUESTS_OF_APPLICATION);

  /**
   * Makes a request when its turn has come.
   *
   * @param group the id of the application, or of whatever else shares few requests
   * @throws {RpcError} 1000 if the connection began to close before
   */
  run<Reply>(requester: Requester, group: string, request: () => Promise<Reply>): Promise<Reply> {
    return this.afterEarlier(requester, () => {
      const task = async () => {
        requireOpen([requester]);
        return request();
      };
      return this.make(requester.id, group, task);
    });
  }

  /** Waits for the earlier requests of a connection. */
  afterEarlier<Reply>(requester: Requester, next: () => Promise<Reply>): Promise<Reply> {
    return this.#connections.run(requester.id, async () => {
      requireOpen([requester]);
      return next();
    });
  }

  /** Makes one request of each name at a time. */
  make<Reply>(name: string, group: string, request: () => Promise<Reply>): Promise<Reply> {
    return this.#turns.run(name, request, group);
  }
}

interface Waiting<Reply> {
  readonly requesters: Requester[];
  readonly reply: Promise<Reply>;
}

/**
 * Requests whose reply is the same for several connections. Those that wait for their turn share one request, so the reply
 * is never older than the wish for it: what was revoked or changed before is not in it.
 */
export class SharedRequests<Reply> {
  readonly #waiting = new Map<string, Waiting<Reply>>();

  constructor(private readonly turns: ServiceTurns) {}

  /**
   * Makes a request when its turn has come, or shares one that waits.
   *
   * @param name the same for requests that are equal
   * @param group as of `ServiceTurns`
   * @throws {RpcError} 1000 if the connection began to close before
   */
  run(requester: Requester, name: string, group: string, request: () => Promise<Reply>): Promise<Reply> {
    return this.turns.afterEarlier(requester, () => this.join(requester, name, group, request));
  }

  /** The same without waiting for earlier requests of the connection: for names that it cannot choose. */
  join(requester: Requester, name: string, group: string, request: () => Promise<Reply>): Promise<Reply> {
    const waiting = this.#waiting.get(name);
    if (waiting !== undefined) {
      waiting.requesters.push(requester);
      return waiting.reply;
    }
    const requesters = [requester];
    const reply = this.turns.make(name, group, async () => {
      this.#waiting.delete(name);
      requireOpen(requesters);
      return request();
    });
    this.#waiting.set(name, { requesters, reply });
    return reply;
  }
}

/** @throws {RpcError} 1000 if nobody gets the reply */
function requireOpen(requesters: readonly Requester[]): void {
  if (!requesters.some(({ isOpen }) => isOpen)) throw rpcErrors.unknown();
}
