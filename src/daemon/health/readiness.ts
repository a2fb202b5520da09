import type { ApiService } from '../../api/compose/start-api.js';
import { unlessLate } from '../../platform/async/promises.js';
import type { Clock } from '../../platform/clock.js';

/** How long the service may take to answer whether it is ready, in milliseconds: load balancers wait little longer. */
const ANSWER_MS = 1000;

/** Whether a load balancer should send requests to this process. */
export class Readiness {
  #service: Pick<ApiService, 'findUnreadiness'> | null = null;
  #isDraining = false;

  constructor(private readonly clock: Pick<Clock, 'after'>) {}

  /** The service has started. */
  started(service: Pick<ApiService, 'findUnreadiness'>): void {
    this.#service = service;
  }

  /** The process is going to stop. */
  drain(): void {
    this.#isDraining = true;
  }

  /** Null if it is ready, otherwise why not. */
  async findReason(): Promise<string | null> {
    if (this.#isDraining) return 'draining';
    const service = this.#service;
    if (service === null) return 'starting';
    const late = () => new Error('no answer');
    const answer = unlessLate(this.clock, ANSWER_MS, service.findUnreadiness(), late);
    return await answer.catch(() => 'the store does not answer');
  }
}
