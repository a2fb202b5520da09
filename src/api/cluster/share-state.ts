import type { Clock } from '../../platform/clock.js';
import type { Lifecycle } from '../../platform/lifecycle.js';
import type { Logger } from '../../platform/log.js';
import type { Store } from '../../store/store.js';
import type { LastActivity } from '../accounts/last-activity.js';
import type { EventBus } from '../core/event-bus.js';
import type { RateLimiter } from '../core/http/rate-limiter.js';
import type { GatewayHub } from '../gateway/hub.js';
import type { SessionIndex } from '../gateway/session-index.js';
import type { OperationServices } from '../rest/operation-services.js';
import type { ApiVersion } from '../versions/version.js';
import type { ApiCluster } from './open-cluster.js';
import { SharedState } from './shared-state.js';

interface Shared {
  readonly activity: LastActivity;
  readonly cluster: ApiCluster | null;
  readonly events: EventBus;
  readonly sessions: SessionIndex;
  readonly store: Store;
  readonly services: Pick<
    OperationServices,
    'authentication' | 'guests' | 'sessionStarts' | 'twoFactor' | 'users'
  >;
  readonly hub: GatewayHub;
  readonly rateLimiter: RateLimiter;
  readonly versions: ReadonlyMap<string, ApiVersion>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Shares what is not per guild with the other nodes, if there are any. It stops before the bus. */
export function shareState({ cluster, services, versions, ...shared }: Shared, lifecycle: Lifecycle): void {
  if (cluster === null) return;
  const { authentication, guests, sessionStarts, twoFactor, users } = services;
  const counters = {
    'guest-accounts': guests.quotas.counter,
    'session-starts': sessionStarts.counter,
    'wrong-codes': twoFactor.attempts.counter,
  };
  const options = {
    ...shared,
    authentication,
    users,
    cluster,
    counters,
    versions: [...new Set(versions.values())],
  };
  lifecycle.add('shared state', new SharedState(options));
}
