import type { FastifyReply } from 'fastify';
import type { Clock } from '../platform/clock.js';

/** How often an idle stream shows that it lives, in milliseconds. */
const HEARTBEAT = 15_000;
/** How much may wait for a reader that does not read, in bytes; then the stream is cut. */
const BACKLOG_LIMIT = 1024 * 1024;

/**
 * Answers with a stream: one JSON value a line, an empty line as heartbeat. What fails before the first item is
 * thrown, for an ordinary error reply; what fails later cuts the connection, so that nobody takes it for the end.
 */
export async function sendStream(
  reply: FastifyReply,
  gone: AbortSignal,
  clock: Clock,
  run: (emit: (item: unknown) => void) => Promise<void>,
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
    if (raw.writableLength > BACKLOG_LIMIT) raw.destroy();
  };
  const stopHeartbeat = clock.every(HEARTBEAT, () => write(''));
  try {
    await run((item) => write(JSON.stringify(item)));
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
