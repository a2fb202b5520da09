import type { Clock } from '../../platform/clock.js';
import type { Lifecycle } from '../../platform/lifecycle.js';
import { SnowflakeFactory, snowflakeTime } from '../../protocol/snowflake.js';
import type { Store } from '../../store/store.js';
import { LastActivity } from '../accounts/last-activity.js';
import { EventBus } from '../core/event-bus.js';
import { HostAllowlist } from '../core/http/host-allowlist.js';
import { DEFAULT_REST_LIMITS, type RestLimits } from '../core/rest-limits.js';
import { SessionIndex } from '../gateway/session-index.js';
import type { ApiOptions } from './api-options.js';
import { type Attachments, openAttachments } from './open-attachments.js';
import { type ServiceProcess, SoleProcess } from './service-process.js';

/** The parts that the services are built on. */
export interface Foundation {
  readonly limits: RestLimits;
  readonly store: Store;
  readonly process: ServiceProcess;
  readonly hosts: HostAllowlist;
  readonly ids: SnowflakeFactory;
  readonly attachments: Attachments;
  readonly events: EventBus;
  readonly sessions: SessionIndex;
  readonly activity: LastActivity;
}

/** Opens the store and the folder of files. @throws {UserError} if the store is damaged or of a newer program */
export async function openFoundation(options: ApiOptions, lifecycle: Lifecycle): Promise<Foundation> {
  const { log, clock } = options;
  const store = await options.openStore((error) => log.error({ err: error }, 'the store failed'));
  lifecycle.add('store', { stop: () => store.close() });
  const sessions = new SessionIndex();
  const process = await openProcess(options, { store, sessions }, lifecycle);
  const hosts = new HostAllowlist(options.publicUrl === undefined ? null : new URL(options.publicUrl));
  const ids = await snowflakes(store, clock, process.number);
  const events = new EventBus();
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
    isShared: process.isShared,
    limits,
    clock,
    log,
    nextId: () => ids.next(),
    cdnUrl: () => hosts.cdnUrl(),
  });
  lifecycle.add('attachments', attachments.removal);
  return { limits, store, process, hosts, ids, attachments, events, sessions, activity };
}

async function openProcess(
  { cluster = null, observer = null, clock, log }: ApiOptions,
  parts: Pick<Foundation, 'sessions' | 'store'>,
  lifecycle: Lifecycle,
): Promise<ServiceProcess> {
  const options = { ...parts, observer, clock, log };
  return cluster === null ? new SoleProcess(options) : cluster(options, lifecycle);
}

/** Creates ids after the newest one in the store, even if the clock was set back. */
async function snowflakes(store: Store, clock: Clock, node: number): Promise<SnowflakeFactory> {
  const newest = snowflakeTime(await store.newestId());
  return new SnowflakeFactory(() => Math.max(clock.now(), newest + 1), node);
}
