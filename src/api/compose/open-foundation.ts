import { LiveNodes } from '../../cluster/live-nodes.js';
import type { Clock } from '../../platform/clock.js';
import type { Lifecycle } from '../../platform/lifecycle.js';
import { SnowflakeFactory, snowflakeTime } from '../../protocol/snowflake.js';
import type { Store } from '../../store/store.js';
import { LastActivity } from '../accounts/last-activity.js';
import { type ApiCluster, openCluster } from '../cluster/open-cluster.js';
import { SessionIds } from '../cluster/session-ids.js';
import { EventBus } from '../core/event-bus.js';
import { HostAllowlist } from '../core/http/host-allowlist.js';
import { DEFAULT_REST_LIMITS, type RestLimits } from '../core/rest-limits.js';
import { SessionIndex } from '../gateway/session-index.js';
import type { ApiOptions } from './api-options.js';
import { type Attachments, openAttachments } from './open-attachments.js';

/** The parts that the services are built on. */
export interface Foundation {
  readonly limits: RestLimits;
  readonly store: Store;
  /** null: this process is the only one */
  readonly cluster: ApiCluster | null;
  readonly hosts: HostAllowlist;
  readonly ids: SnowflakeFactory;
  readonly attachments: Attachments;
  readonly events: EventBus;
  readonly sessions: SessionIndex;
  /** the ids of sessions and the other nodes; null: this process is the only one */
  readonly sessionIds: SessionIds | null;
  readonly nodes: LiveNodes | null;
  readonly activity: LastActivity;
}

/** Opens the store and the folder of files. @throws {UserError} if the store is damaged or of a newer program */
export async function openFoundation(options: ApiOptions, lifecycle: Lifecycle): Promise<Foundation> {
  const { log, clock } = options;
  const store = await options.openStore((error) => log.error({ err: error }, 'the store failed'));
  lifecycle.add('store', { stop: () => store.close() });
  const cluster = await openCluster(options, store, lifecycle);
  const hosts = new HostAllowlist(options.publicUrl === undefined ? null : new URL(options.publicUrl));
  const ids = await snowflakes(store, clock, await allotNumber(store, cluster));
  const events = new EventBus();
  const sessions = new SessionIndex();
  const nodes =
    cluster && store.cluster && lifecycle.add('nodes', new LiveNodes({ store: store.cluster, clock, log }));
  const sessionIds = cluster && nodes && new SessionIds(cluster.name, sessions, nodes);
  const activity = lifecycle.add(
    'activity',
    new LastActivity(
      store.activity,
      clock,
      () => sessions.users(),
      (error) => log.warn({ err: error }, 'failed to store last activity'),
    ),
  );
  const limits = { ...DEFAULT_REST_LIMITS, ...options.restLimits };
  const attachments = await openAttachments({
    path: options.attachmentsPath,
    store,
    isShared: cluster !== null,
    limits,
    clock,
    log,
    nextId: () => ids.next(),
    cdnUrl: () => hosts.cdnUrl(),
  });
  lifecycle.add('attachments', attachments.removal);
  return { limits, store, cluster, hosts, ids, attachments, events, sessions, sessionIds, nodes, activity };
}

/** The number of this process in the ids that it creates; 0 if it is the only one. */
async function allotNumber(store: Store, cluster: ApiCluster | null): Promise<number> {
  if (store.cluster === null || cluster === null) return 0;
  return store.cluster.allotNumber(cluster.name);
}

/** Creates ids after the newest one in the store, even if the clock was set back. */
async function snowflakes(store: Store, clock: Clock, node: number): Promise<SnowflakeFactory> {
  const newest = snowflakeTime(await store.newestId());
  return new SnowflakeFactory(() => Math.max(clock.now(), newest + 1), node);
}
