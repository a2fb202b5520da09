import type { Server } from 'node:http';
import { closeHttpServer } from '../net/close-http-server.js';
import { FailedAttempts } from '../net/failed-attempts.js';
import { HttpConnections } from '../net/http-connections.js';
import type { Clock } from '../platform/clock.js';
import { UserError } from '../platform/errors.js';
import { KeyedLock } from '../platform/keyed-lock.js';
import { type Component, Lifecycle } from '../platform/lifecycle.js';
import { listenOnFirstFree, portRange } from '../platform/listen.js';
import type { Administration } from '../protocol/administration.js';
import { SnowflakeFactory, snowflakeTime } from '../protocol/snowflake.js';
import { openStore, type Store } from '../store/sqlite/open-store.js';
import { ServiceAdministration } from './administration/service-administration.js';
import type { ApiOptions } from './api-options.js';
import { type Attachments, openAttachments } from './attachments/open-attachments.js';
import { Authentication } from './authentication.js';
import { EventBus } from './event-bus.js';
import { GatewayServer } from './gateway/gateway-server.js';
import { GatewayHub } from './gateway/hub.js';
import { MemberRequests } from './gateway/member-requests.js';
import { DEFAULT_REPLAY_LIMITS } from './gateway/replay-limits.js';
import { SessionIndex } from './gateway/session-index.js';
import { SessionStarts } from './gateway/session-starts.js';
import { GuestAccounts } from './guest-accounts.js';
import { GuestQuotas } from './guest-quotas.js';
import { AfkSweep } from './guilds/afk-sweep.js';
import { GuildChanges } from './guilds/guild-changes.js';
import { GuildRegistry } from './guilds/guild-registry.js';
import { IntegrationSweep } from './guilds/integration-sweep.js';
import { MemberOrder } from './guilds/member-order.js';
import { HostAllowlist } from './host-allowlist.js';
import { createHttpServer } from './http-server.js';
import { LastActivity } from './last-activity.js';
import { FailedLogins } from './oauth2/failed-logins.js';
import { createOAuth2 } from './oauth2/oauth2.js';
import { PrivateChannelRegistry } from './private-channels/private-channel-registry.js';
import { createRuleContext } from './rest/guild-operation.js';
import { RateLimiter } from './rest/rate-limits/rate-limiter.js';
import { DEFAULT_REST_LIMITS, type RestLimits } from './rest/rate-limits/rest-limits.js';
import { ReplyTexts } from './rest/reply-texts.js';
import type { Services } from './services.js';
import { TwoFactor } from './two-factor/two-factor.js';
import { UserDirectory } from './user-directory.js';
import { API_VERSIONS } from './versions/index.js';

/** The number of ports that are tried after the preferred one. */
const MORE_PORTS = 99;

/** The interval at which expired tokens and codes are removed, in milliseconds. */
const PURGE_INTERVAL = 3_600_000;

/** The maximum number of TCP connections besides those of the gateway; a reverse proxy needs one per call. */
const PLAIN_CONNECTIONS = 8192;

/** The running guild, OAuth2 and gateway service. */
export interface ApiService extends Component {
  /** base URL of the REST interface, e.g. `http://127.0.0.1:6480/api` */
  readonly url: string;
  readonly port: number;
  readonly administration: Administration;
  /** Writes a consistent copy of the store. @param path a file that does not exist */
  backup(path: string): Promise<void>;
}

/**
 * Starts the service.
 *
 * @throws {UserError} if the store is damaged or newer than this program, or no port is free
 */
export async function startApiService(options: ApiOptions): Promise<ApiService> {
  return await Lifecycle.start(options.log, (lifecycle) => start(options, lifecycle));
}

async function start(options: ApiOptions, lifecycle: Lifecycle): Promise<ApiService> {
  const { log, clock } = options;
  const store = await openStore(
    options.databasePath,
    (error) => log.error({ err: error }, 'commit failed'),
    options.changesOfCommit,
  );
  lifecycle.add('store', { stop: () => store.close() });
  const hosts = new HostAllowlist(options.publicUrl === undefined ? null : new URL(options.publicUrl));
  const ids = await snowflakes(store, clock);
  const events = new EventBus();
  const sessions = new SessionIndex();
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
    limits,
    clock,
    log,
    nextId: () => ids.next(),
    cdnUrl: () => hosts.cdnUrl(),
  });
  lifecycle.add('attachments', attachments.removal);
  const foundation = { options, limits, store, hosts, ids, attachments, events, sessions, activity };
  const services = assemble(foundation);
  const { guilds, guildChanges } = services;
  const hub = new GatewayHub({
    guilds,
    changes: guildChanges,
    sessions,
    store,
    clock,
    log,
    voiceEndpoint: () => new URL(services.gatewayUrl()).host,
  });
  events.subscribe(hub);
  const { app, server } = await createHttpServer(services, hosts, options.peers);
  lifecycle.add('http', {
    async stop() {
      await closeHttpServer(server);
      await app.close();
    },
  });
  const connections = new HttpConnections(server, PLAIN_CONNECTIONS);
  const replayLimits = { ...DEFAULT_REPLAY_LIMITS, ...options.replayLimits };
  const context = {
    ...services,
    memberships: store.guilds,
    memberRequests: new MemberRequests({ guilds, presences: hub.presences, log }),
    hub,
    replayLimits,
  };
  const { versions } = services;
  const { peers } = options;
  const gateway = lifecycle.add(
    'gateway',
    new GatewayServer({ context, versions, hosts, peers, http: connections, clock, log }),
  );
  gateway.listenTo(server);
  const port = await listen(server, options);
  hosts.setPort(port);
  lifecycle.add('listener', {
    stop: async () => void server.close(),
  });
  const cancelPurge = clock.every(PURGE_INTERVAL, () => {
    services.oauth2.revocations
      .removeExpired()
      .catch((error: unknown) => log.warn({ err: error }, 'failed to remove expired tokens'));
  });
  lifecycle.add('purge', { stop: async () => cancelPurge() });
  const sweep = new IntegrationSweep({ stored: store.guilds, guilds, changes: guildChanges, clock, log });
  lifecycle.add('integrations', sweep);
  lifecycle.add('afk', new AfkSweep(guilds, guildChanges, clock, log));
  return {
    url: `${hosts.address('http:')}/api`,
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

/** Creates ids after the newest one in the store, even if the clock was set back. */
async function snowflakes(store: Store, clock: Clock): Promise<SnowflakeFactory> {
  const newest = snowflakeTime(await store.newestId());
  return new SnowflakeFactory(() => Math.max(clock.now(), newest + 1));
}

/** The parts that the service is built on. */
interface Foundation {
  readonly options: ApiOptions;
  readonly limits: RestLimits;
  readonly store: Store;
  readonly hosts: HostAllowlist;
  readonly ids: SnowflakeFactory;
  readonly attachments: Attachments;
  readonly events: EventBus;
  readonly sessions: SessionIndex;
  readonly activity: LastActivity;
}

function assemble(foundation: Foundation): Services {
  const { options, limits, store, hosts, ids, attachments, events, sessions, activity } = foundation;
  const { failureBudget = null, clock, log } = options;
  const now = () => clock.now();
  const users = new UserDirectory(store.accounts);
  const memberOrder = new MemberOrder();
  const authentication = new Authentication(store, users, now);
  const locks = new KeyedLock();
  const guilds = new GuildRegistry(store, users, events, sessions);
  const context = () => createRuleContext({ ids, now });
  return {
    store,
    users,
    authentication,
    twoFactor: new TwoFactor({ store, users, authentication, events, now }),
    oauth2: createOAuth2({ store, authentication, events, ids, now }),
    guilds,
    guildChanges: new GuildChanges({ guilds, store, events, memberOrder, context }),
    privateChannels: new PrivateChannelRegistry(store, users, events),
    memberOrder,
    activity,
    versions: options.versions ?? API_VERSIONS,
    replyTexts: new ReplyTexts(),
    rateLimiter: new RateLimiter(limits, now),
    failedLogins: new FailedLogins(
      new FailedAttempts({ perPeer: limits.failedLogins, budget: failureBudget }, clock),
    ),
    guests: new GuestAccounts(new GuestQuotas(limits.guestAccounts, now)),
    sessionStarts: new SessionStarts(limits.sessionStarts, now),
    events,
    ids,
    locks,
    log,
    uploads: attachments.uploads,
    files: attachments.files,
    gatewayUrl: () => hosts.address('ws:'),
    cdnUrl: () => hosts.cdnUrl(),
    now,
  };
}
