import type { RequestOutcome } from '../../api/core/service-observer.js';
import { GuildAbsentError } from './request-errors.js';
import type { RequestRouter } from './request-router.js';

type Requests = Pick<RequestRouter, 'run'>;

/** Called for each request once it has ended. */
export type ObserveRequest = (outcome: RequestOutcome, seconds: number) => void;

/** Reports how long requests take. @param observe null: nothing is observed */
export function observeRequests(requests: Requests, observe: ObserveRequest | null): Requests {
  if (observe === null) return requests;
  return {
    async run(request, timeoutMs, options) {
      const start = performance.now();
      const report = (outcome: RequestOutcome) => observe(outcome, (performance.now() - start) / 1000);
      try {
        const reply = await requests.run(request, timeoutMs, options);
        report('done');
        return reply;
      } catch (error) {
        // A guild that does not exist is a reply: anybody can ask for one.
        report(error instanceof GuildAbsentError ? 'done' : 'failed');
        throw error;
      }
    },
  };
}
