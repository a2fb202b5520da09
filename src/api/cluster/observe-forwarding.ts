import type { RequestRouter } from '../../cluster/requests/request-router.js';
import type { ServiceObserver } from '../service-observer.js';

type Requests = Pick<RequestRouter, 'run'>;

/** Reports how long requests to owners of guilds take. @param observer null: nobody wants to know */
export function observeForwarding(requests: Requests, observer: ServiceObserver | null): Requests {
  if (observer === null) return requests;
  return {
    async run(request, timeoutMs) {
      const start = performance.now();
      const seconds = () => (performance.now() - start) / 1000;
      try {
        const reply = await requests.run(request, timeoutMs);
        observer.forwarded('done', seconds());
        return reply;
      } catch (error) {
        observer.forwarded('failed', seconds());
        throw error;
      }
    },
  };
}
