import type { Server } from 'node:http';
import type { Clock } from '../platform/clock.js';
import { waitAtMost } from '../platform/promises.js';
import { closeHttpServer } from './close-http-server.js';

/** How often connections whose last request was answered are looked for, in milliseconds. */
const LOOK_MS = 50;

/** Answers further requests with `Connection: close`, so that clients open their next connection to another server. */
export function announceClose(server: Server): void {
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
  });
}

/**
 * Stops a server from listening and lets the requests that are under way finish. As `closeHttpServer` after that.
 *
 * @param ms how long they may take, in milliseconds
 */
export async function finishHttpServer(server: Server, clock: Clock, ms: number): Promise<void> {
  const finished = new Promise<void>((resolve) => server.close(() => resolve()));
  // Node.js closes connections only once that are idle when it stops to listen.
  const cancel = clock.every(LOOK_MS, () => server.closeIdleConnections());
  await waitAtMost(clock, ms, finished);
  cancel();
  await closeHttpServer(server);
}
