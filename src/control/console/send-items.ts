import type { WebSocket } from 'ws';
import type { Clock } from '../../platform/clock.js';
import type { ControlErrorBody } from '../errors.js';
import type { Emit } from '../operation.js';
import { HEARTBEAT_MS, MAX_BUFFERED_BYTES } from '../server/stream-reply.js';

/** The caller reads while no more than this waits to be sent, in bytes. */
const DRAINED_BYTES = 16 * 1024;
const COMPLETE = 1000;
const FAILED = 1011;

/**
 * Sends a stream over a WebSocket: a message `{"item"}` for each, empty ones as heartbeats. An error before the first
 * item is a message `{"error"}`; a later one breaks the connection, so that the stream does not seem complete.
 */
export async function sendItems(
  socket: WebSocket,
  clock: Clock,
  run: (emit: Emit<unknown>, gone: AbortSignal) => Promise<void>,
  describe: (error: unknown) => ControlErrorBody & { readonly status: number },
): Promise<void> {
  const gone = new AbortController();
  socket.once('close', () => gone.abort());
  let begun = false;
  const write = (text: string) => {
    if (gone.signal.aborted) return;
    socket.send(text);
    if (socket.bufferedAmount > MAX_BUFFERED_BYTES) socket.terminate();
  };
  const stopHeartbeat = clock.every(HEARTBEAT_MS, () => write(''));
  try {
    await run((item, kind) => {
      if (kind === 'droppable' && socket.bufferedAmount > DRAINED_BYTES) return;
      begun = true;
      write(JSON.stringify({ item }));
    }, gone.signal);
    socket.close(COMPLETE);
  } catch (error) {
    if (!begun) write(JSON.stringify(describe(error)));
    socket.close(FAILED);
  } finally {
    stopHeartbeat();
  }
}
