import type { FastifyReply } from 'fastify';
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
  reply: FastifyReply,
  gone: AbortSignal,
  clock: Clock,
  run: (emit: Emit<unknown>) => Promise<void>,
): Promise<FastifyReply> {
  const { raw } = reply;
  let begun = false;
  const begin = () => {
    if (begun) return;
    begun = true;
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) raw.setHeader(name, value);
    }
    raw.writeHead(200, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' });
  };
  const write = (line: string) => {
    if (gone.aborted) return;
    begin();
    raw.write(`${line}\n`);
    if (raw.writableLength > MAX_BUFFERED_BYTES) raw.destroy();
  };
  const stopHeartbeat = clock.every(HEARTBEAT_MS, () => write(''));
  try {
    await run((item, kind) => {
      if (kind !== 'droppable' || !raw.writableNeedDrain) write(JSON.stringify(item));
    });
  } catch (error) {
    if (!begun) throw error;
    raw.destroy();
    return reply;
  } finally {
    stopHeartbeat();
  }
  begin();
  raw.end();
  return reply;
}
