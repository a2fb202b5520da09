import type { ServerResponse } from 'node:http';
import type { Clock } from '../../platform/clock.js';
import type { Emit } from '../operation.js';

/** The interval of heartbeats of an idle stream, in milliseconds. */
export const HEARTBEAT_MS = 15_000;
/** How many bytes may be buffered for a slow reader; then the stream is closed. */
export const MAX_BUFFERED_BYTES = 1024 * 1024;

/**
 * Replies with a stream: one JSON value per line, and empty lines as heartbeats. Errors before the first item are
 * thrown, for an ordinary error response; later errors break the connection, so that the stream does not seem complete.
 */
export async function sendStream(
  response: ServerResponse,
  gone: AbortSignal,
  clock: Clock,
  run: (emit: Emit<unknown>) => Promise<void>,
): Promise<void> {
  const begin = () => {
    if (response.headersSent) return;
    response.writeHead(200, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' });
  };
  const write = (line: string) => {
    if (gone.aborted) return;
    begin();
    response.write(`${line}\n`);
    if (response.writableLength > MAX_BUFFERED_BYTES) response.destroy();
  };
  const stopHeartbeat = clock.every(HEARTBEAT_MS, () => write(''));
  try {
    await run((item, kind) => {
      if (kind !== 'droppable' || !response.writableNeedDrain) write(JSON.stringify(item));
    });
  } catch (error) {
    if (!response.headersSent) throw error;
    response.destroy();
    return;
  } finally {
    stopHeartbeat();
  }
  begin();
  response.end();
}
