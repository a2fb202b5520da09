import type { Server } from 'node:http';
import { FailedAttempts } from '../net/failed-attempts.js';
import { HttpConnections } from '../net/http-connections.js';
import type { PeerCheck } from '../net/peer-check.js';
import type { Clock } from '../platform/clock.js';
import { UserError } from '../platform/errors.js';
import { KeyedLock } from '../platform/keyed-lock.js';
import { type Component, Lifecycle } from '../platform/lifecycle.js';
import { listenOnFirstFree, portRange } from '../platform/listen.js';
import type { Logger } from '../platform/log.js';
import type { TokenBucket } from '../platform/token-bucket.js';
import type { Administration } from '../protocol/administration.js';
import { SnowflakeFactory, snowflakeTime } from '../protocol/snowflake.js';
import { openStore, type Store } from '../store/open-store.js';
import { ServiceAdministration } from './administration/service-administration.js';
import { AfkSweep } from './afk-sweep.js';
import { Authentication } from './authentication.js';
import { GatewayServer } from './gateway/gateway-server.js';
import { GatewayHub } from './gateway/hub.js';
import { DEFAULT_REPLAY_LIMITS, type ReplayLimits } from './gateway/replay-limits.js';
import { SessionStarts } from './gateway/session-starts.js';
import { GuestAccounts } from './guest-accounts.js';
import { GuestQuotas } from './guest-quotas.js';
import { GuildRegistry } from './guild-registry.js';
import { HostAllowlist } from './host-allowlist.js';
import { createHttpServer } from './http-server.js';
import { IntegrationSweep } from './integration-sweep.js';
import { LastActivity } from './last-activity.js';
import { MemberOrder } from './member-order.js';
import { FailedLogins } from './oauth2/failed-logins.js';
import { createOAuth2 } from './oauth2/oauth2.js';
import { PrivateChannelRegistry } from './private-channels/private-channel-registry.js';
import { toolsOf } from './rest/guild-operation.js';
import { RateLimiter } from './rest/rate-limits/rate-limiter.js';
import { DEFAULT_REST_LIMITS, type RestLimits } from './rest/rate-limits/rest-limits.js';
import { ReplyTexts } from './rest/reply-texts.js';
import type { Services } from './services.js';
import { TwoFactor } from './two-factor/two-factor.js';
import { UserDirectory } from './user-directory.js';

/** How many ports above the preferred one are tried. */
const MORE_PORTS = 99;

/** How often expired tokens and codes are forgotten, in milliseconds. */
const PURGE_INTERVAL = 3_600_000;

/** TCP connections besides those of the gateway, at once; a proxy before the service holds one for each call. */
const PLAIN_CONNECTIONS = 8192;

export interface ApiOptions {
  /** the SQLite file; made if it is not there */
  readonly databasePath: string;
  readonly host: '127.0.0.1' | '::1';
  /** the next free one is taken if it is not free; 0: any free port */
  readonly port: number;
  /** whose programs may connect */
  readonly peers: PeerCheck;
  /** the API's address for others, behind a proxy, e.g. `https://guilds.example/api` */
  readonly publicUrl?: string;
  /** how much the REST interface takes; what is left out is as in `DEFAULT_REST_LIMITS` */
  readonly restLimits?: Partial<RestLimits>;
  /** how much the gateway keeps for clients that do not read; what is left out is as in `DEFAULT_REPLAY_LIMITS` */
  readonly replayLimits?: Partial<ReplayLimits>;
  /** a budget of wrong secrets a minute shared with others on this machine; by default only each peer is limited */
  readonly failureBudget?: TokenBucket | null;
  /** how many changes may share a transaction of the store; by default all that wait */
  readonly changesOfCommit?: number;
  readonly log: Logger;
  readonly clock: Clock;
}

/** The guild, OAuth2 and gateway service while it serves. */
export interface ApiService extends Component {
  /** the REST interface, e.g. `http://127.0.0.1:6480/api` */
  readonly url: string;
  readonly port: number;
  readonly administration: Administration;
  /** Writes a consistent copy of the store. @param path a file that does not exist */
  backup(path: string): Promise<void>;
}

/**
 * Starts the service.
 *
 * @throws {UserError} if the store is damaged or of a newer program, or no port is free
 */
export async function startApiService(options: ApiOptions): Promise<ApiService> {
  const lifecycle = new Lifecycle(options.log);
  try {
    return await start(options, lifecycle);
  } catch (error) {
    await lifecycle.stop();
    throw error;
  }
}

async function start(options: ApiOptions, lifecycle: Lifecycle): Promise<ApiService> {
  const { log, clock } = options;
  const store = await openStore(
    options.databasePath,
    (error) => log.error({ err: error }, 'a commit failed'),
    options.changesOfCommit,
  );
  lifecycle.add('store', { stop: () => store.close() });
  const hosts = new HostAllowlist(options.publicUrl === undefined ? null : new URL(options.publicUrl));
  let port = 0;
  const hub = new GatewayHub(
    () => services.guilds,
    store.writer,
    clock,
    log,
    () => new URL(services.gatewayUrl()).host,
  );
  const ids = await snowflakes(store, clock);
  const activity = lifecycle.add(
    'activity',
    new LastActivity(
      store,
      clock,
      () => hub.connectedUsers(),
      (error) => log.warn({ err: error }, 'last activity was not kept'),
    ),
  );
  const services = assemble(store, hub, activity, ids, options, () => hosts.address('ws:', port));
  const { app, server } = await createHttpServer(services, hosts, options.peers);
  lifecycle.add('http', { stop: () => app.close() });
  const connections = new HttpConnections(server, PLAIN_CONNECTIONS);
  const replayLimits = { ...DEFAULT_REPLAY_LIMITS, ...options.replayLimits };
  const context = { services, hub, replayLimits };
  const gateway = lifecycle.add(
    'gateway',
    new GatewayServer(context, hosts, options.peers, connections, clock),
  );
  gateway.listenTo(server);
  port = await listen(server, options);
  hosts.setPort(port);
  lifecycle.add('listener', {
    stop: async () => void server.close(),
  });
  const cancelPurge = clock.every(PURGE_INTERVAL, () => {
    services.oauth2.revocations.purge().catch((error: unknown) => log.warn({ err: error }, 'purge failed'));
  });
  lifecycle.add('purge', { stop: async () => cancelPurge() });
  lifecycle.add(
    'integrations',
    new IntegrationSweep(store.guilds, services.guilds, () => toolsOf(services), log, clock),
  );
  lifecycle.add('afk', new AfkSweep(services.guilds, clock, log));
  return {
    url: `${hosts.address('http:', port)}/api`,
    port,
    administration: new ServiceAdministration(services),
    backup: (path) => store.backup(path),
    stop: () => lifecycle.stop(),
  };
}

async function listen(server: Server, { host, port }: ApiOptions): Promise<number> {
  const last = Math.min(port + MORE_PORTS, 65_535);
  const bound = await listenOnFirstFree(server, host, port === 0 ? [0] : portRange(port, last));
  if (bound !== null) return bound;
  throw new UserError(
    `no port from ${port} to ${last} is free on ${host}`,
    'choose another one with --api-port',
  );
}

/** Ids that go on after the newest one in the store, also if the clock was set back since it was given. */
async function snowflakes(store: Store, clock: Clock): Promise<SnowflakeFactory> {
  const newest = snowflakeTime(await store.newestId());
  return new SnowflakeFactory(() => Math.max(clock.now(), newest + 1));
}

function assemble(
  store: Store,
  fanout: GatewayHub,
  activity: LastActivity,
  ids: SnowflakeFactory,
  { failureBudget = null, clock, log, restLimits }: ApiOptions,
  gatewayUrl: () => string,
): Services {
  const now = () => clock.now();
  const limits = { ...DEFAULT_REST_LIMITS, ...restLimits };
  const users = new UserDirectory(store.users);
  const memberOrder = new MemberOrder();
  const authentication = new Authentication(store, users, now);
  const locks = new KeyedLock();
  return {
    store,
    users,
    authentication,
    twoFactor: new TwoFactor({ store, users, authentication, fanout, locks, now }),
    oauth2: createOAuth2(store, authentication, fanout, ids, now),
    guilds: new GuildRegistry(store, users, fanout, memberOrder),
    privateChannels: new PrivateChannelRegistry(store, users, fanout),
    memberOrder,
    activity,
    replyTexts: new ReplyTexts(),
    rateLimiter: new RateLimiter(limits, now),
    failedLogins: new FailedLogins(
      new FailedAttempts({ perPeer: limits.failedLogins, budget: failureBudget }, clock),
    ),
    guests: new GuestAccounts(new GuestQuotas(limits.guestAccounts, now), now),
    sessionStarts: new SessionStarts(limits.sessionStarts, now),
    fanout,
    ids,
    locks,
    log,
    gatewayUrl,
    now,
  };
}
