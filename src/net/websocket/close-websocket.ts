import type { WebSocket } from 'ws';
import type { Clock } from '../../platform/clock.js';

/** The code and reason of a close frame (RFC 6455 §5.5.1). */
export interface WebSocketClose {
  readonly code: number;
  readonly reason: string;
}

/**
 * Sends a close frame, and terminates the connection if its peer does not answer in time. A connection that is already
 * closing gets only the deadline; one that is not open yet is terminated.
 *
 * @param withinMs milliseconds for the close handshake, whatever the peer has not read yet
 */
export function closeWebSocket(
  socket: WebSocket,
  { code, reason }: WebSocketClose,
  withinMs: number,
  clock: Clock,
): void {
  if (socket.readyState === socket.CLOSED) return;
  socket.close(code, reason);
  socket.once(
    'close',
    clock.after(withinMs, () => socket.terminate()),
  );
}
