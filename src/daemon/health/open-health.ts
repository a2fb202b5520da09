import type { PeerCheck } from '../../net/peer-check.js';
import type { Clock } from '../../platform/clock.js';
import type { Lifecycle } from '../../platform/lifecycle.js';
import type { Logger } from '../../platform/log.js';
import type { Readiness } from './readiness.js';
import type { ServiceMetrics } from './service-metrics.js';

/** What a process shows of itself on its port for metrics. */
export interface Health {
  readonly metrics: ServiceMetrics;
  readonly readiness: Readiness;
  /** e.g. `http://127.0.0.1:9480` */
  readonly url: string;
}

export interface OpenHealthOptions {
  /** null: there is none */
  readonly port: number | null;
  readonly peers: PeerCheck;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Opens the port for metrics. @returns null without one @throws {UserError} if it is in use */
export async function openHealth(options: OpenHealthOptions, lifecycle: Lifecycle): Promise<Health | null> {
  const { clock, log, peers, port } = options;
  if (port === null) return null;
  // The library of metrics is only loaded if they are wanted.
  const [{ HealthServer }, { Readiness }, { ServiceMetrics }] = await Promise.all([
    import('./health-server.js'),
    import('./readiness.js'),
    import('./service-metrics.js'),
  ]);
  const [metrics, readiness] = [new ServiceMetrics(), new Readiness(clock)];
  const server = await HealthServer.start({ port, peers, readiness, metrics, clock, log });
  lifecycle.add('health', server);
  return { metrics, readiness, url: `http://127.0.0.1:${server.port}` };
}
