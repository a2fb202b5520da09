import type { IncomingMessage } from 'node:http';
import { ConnectionSeats } from '../../net/connection-seats.js';
import { ConnectionTasks } from '../../net/connection-tasks.js';
import type { Clock } from '../../platform/clock.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { RpcLimits } from '../limits.js';
import { proxyRefusals } from './refusals.js';

/** Requests of one TCP connection that are looked at at once; only a client that pipelines has more than one. */
const REQUESTS_OF_CONNECTION = 4;

/** How long a call may take in all, its bodies included, in milliseconds. */
const CALL_TIMEOUT = 60_000;

/** Bytes of a request's body. */
export const REQUEST_BYTES = 32 * 1024 * 1024;

type Limits = Pick<RpcLimits, 'proxiedRequests' | 'proxiedRequestsPerApplication'>;

/**
 * The proxied calls that run: how many, for how long, with how long a body. A call has a seat once its application is
 * known; an application that has many of them pays when another one needs one.
 */
export class ProxiedCalls {
  readonly #seats: ConnectionSeats<AbortController>;
  readonly #ofConnection = new ConnectionTasks(REQUESTS_OF_CONNECTION);

  constructor(
    limits: Limits,
    private readonly clock: Clock,
  ) {
    this.#seats = new ConnectionSeats<AbortController>({
      total: limits.proxiedRequests,
      perGroup: limits.proxiedRequestsPerApplication,
      evict: (call) => call.abort(proxyRefusals.busy()),
    });
  }

  /**
   * Handles a request of a connection.
   *
   * @throws {ProxyRefusal} 503 if the connection has too many, 413 for a body that is known to be too long
   */
  async handle(request: IncomingMessage, run: () => Promise<void>): Promise<void> {
    if (Number(request.headers['content-length'] ?? 0) > REQUEST_BYTES) throw proxyRefusals.tooLarge();
    const endTask = this.#ofConnection.begin(request.socket);
    if (endTask === null) throw proxyRefusals.busy();
    try {
      await run();
    } finally {
      endTask();
    }
  }

  /**
   * Makes a call for an application.
   *
   * @param call gets a controller that aborts, with a `ProxyRefusal` as reason, when the call has to end
   * @throws {ProxyRefusal} 503 if there is no seat for it
   */
  async call(
    applicationId: Snowflake,
    request: IncomingMessage,
    call: (gone: AbortController) => Promise<void>,
  ): Promise<void> {
    const gone = new AbortController();
    if (!this.#seats.tryTake(gone, [applicationId])) throw proxyRefusals.busy();
    const cancelDeadline = this.clock.after(CALL_TIMEOUT, () => gone.abort(proxyRefusals.timedOut()));
    const stopCounting = countBody(request, () => gone.abort(proxyRefusals.tooLarge()));
    try {
      await call(gone);
    } finally {
      stopCounting();
      cancelDeadline();
      this.#seats.release(gone);
      // An answer that came early leaves the rest of the body on its way.
      gone.abort();
    }
  }
}

/** Counts the bytes of a request's body; the call that reads it begins in the same turn of the event loop. */
function countBody(request: IncomingMessage, tooLong: () => void): () => void {
  let length = 0;
  const count = (chunk: Buffer): void => {
    length += chunk.length;
    if (length > REQUEST_BYTES) tooLong();
  };
  request.on('data', count);
  return () => request.off('data', count);
}
