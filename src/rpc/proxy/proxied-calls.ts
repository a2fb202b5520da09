import type { IncomingMessage } from 'node:http';
import { ConnectionSeats } from '../../net/connection-seats.js';
import type { Clock } from '../../platform/clock.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { RpcLimits } from '../limits.js';
import { proxyRefusals } from './refusals.js';

/** How long a call may take in total, bodies included, in milliseconds. */
const CALL_TIMEOUT_MS = 60_000;

/** The maximum size of a request body, in bytes. */
export const MAX_REQUEST_BYTES = 32 * 1024 * 1024;

type Limits = Pick<RpcLimits, 'proxiedRequests' | 'proxiedRequestsPerApplication'>;

/**
 * Limits the running proxied calls: their number, duration and body size. A call takes a seat once its application is
 * known; when seats run out, an application that has many of them loses one to another application.
 */
export class ProxiedCalls {
  readonly #seats: ConnectionSeats<AbortController>;

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
   * Makes a call for an application; none if the client has disconnected meanwhile.
   *
   * @param call gets a signal that aborts when the client has disconnected, and with a `ProxyRefusal` as its reason when
   *   the call must end
   * @throws {ProxyRefusal} 503 if no seat is free
   */
  async call(
    applicationId: Snowflake,
    request: IncomingMessage,
    call: (gone: AbortSignal) => Promise<void>,
  ): Promise<void> {
    // Not the response: it reports this once only, and not at all while it waits for earlier ones of its connection.
    const { socket } = request;
    if (socket.destroyed) return;
    const gone = new AbortController();
    if (!this.#seats.tryTake(gone, [applicationId])) throw proxyRefusals.busy();
    const cancelDeadline = this.clock.after(CALL_TIMEOUT_MS, () => gone.abort(proxyRefusals.timedOut()));
    const disconnected = () => gone.abort();
    socket.once('close', disconnected);
    const stopCounting = countBody(request, () => gone.abort(proxyRefusals.tooLarge()));
    try {
      await call(gone.signal);
    } finally {
      stopCounting();
      socket.off('close', disconnected);
      cancelDeadline();
      this.#seats.release(gone);
      // After an early response the rest of the body may still be arriving.
      gone.abort();
    }
  }
}

/** Counts the bytes of a request body; the call that reads it starts in the same turn of the event loop. */
function countBody(request: IncomingMessage, tooLong: () => void): () => void {
  let length = 0;
  const count = (chunk: Buffer): void => {
    length += chunk.length;
    if (length > MAX_REQUEST_BYTES) tooLong();
  };
  request.on('data', count);
  return () => request.off('data', count);
}
