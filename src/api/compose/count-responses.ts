import type { Server } from 'node:http';
import type { ServiceObserver } from '../core/service-observer.js';

/** Reports the status of each response of a server, whichever part of the service sends it. */
export function countResponses(server: Server, observer: Pick<ServiceObserver, 'answered'>): void {
  server.prependListener('request', (_request, response) => {
    response.once('close', () => {
      if (response.headersSent) observer.answered(response.statusCode);
    });
  });
}
