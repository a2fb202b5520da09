import type { WebSocket } from 'ws';
import type { Clock } from '../platform/clock.js';

/** Why a WebSocket is closed, as its close frame says it (RFC 6455 §5.5.1). */
export interface WebSocketClose {
  readonly code: number;
  readonly reason: string;
}

/**
 * Sends a close frame, and ends the connection if its peer does not agree in time. One that is closing already gets the
 * deadline alone; one that is not open yet is given up.
 *
 * @param withinMs milliseconds the peer has, whatever it has not read yet
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
