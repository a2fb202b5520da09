import type { ApiService } from '../api/compose/start-api.js';
import { sleep } from '../platform/async/promises.js';
import type { Clock } from '../platform/clock.js';
import type { Logger } from '../platform/log.js';
import type { Configuration } from './configuration.js';
import type { Readiness } from './health/readiness.js';

/**
 * How long this process serves after the signal to stop, in milliseconds: until load balancers have noticed. Without the port
 * that tells them, there is nothing to wait for.
 */
export function drainMs({
  drainSeconds,
  metricsPort,
}: Pick<Configuration, 'drainSeconds' | 'metricsPort'>): number {
  return metricsPort === null ? 0 : drainSeconds * 1000;
}

export interface DrainOptions {
  readonly service: Pick<ApiService, 'drain'>;
  readonly readiness: Pick<Readiness, 'drain'>;
  readonly ms: number;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Reports that the process is going to stop, and serves until load balancers have noticed. */
export async function drain({ clock, log, ms, readiness, service }: DrainOptions): Promise<void> {
  readiness.drain();
  service.drain();
  log.info({ ms }, 'draining');
  await sleep(clock, ms);
}
