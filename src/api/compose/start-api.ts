import { HttpConnections } from '../../net/http/http-connections.js';
import { HttpDrain } from '../../net/http/http-drain.js';
import { type Component, Lifecycle } from '../../platform/lifecycle.js';
import { bindPort } from '../../platform/sockets/bind-port.js';
import type { Administration } from '../../protocol/administration.js';
import type { Store } from '../../store/store.js';
import { ServiceAdministration } from '../administration/service-administration.js';
import { FailureLog } from '../core/http/failure-log.js';
import { RateLimiter } from '../core/http/rate-limiter.js';
import type { ServiceFigures } from '../core/service-observer.js';
import type { VoiceEndpoint } from '../core/voice-endpoint.js';
import { GatewayServer } from '../gateway/gateway-server.js';
import { MemberRequests } from '../gateway/member-requests.js';
import { DEFAULT_REPLAY_LIMITS } from '../gateway/replay-limits.js';
import { VoiceAdmission } from '../gateway/voice-admission.js';
import { AfkSweep } from '../guilds/afk-sweep.js';
import { IntegrationSweep } from '../guilds/integration-sweep.js';
import { OperationRoutes } from '../rest/operation-routes.js';
import type { OperationServices } from '../rest/operation-services.js';
import { OPERATIONS } from '../rest/operations.js';
import { API_VERSIONS } from '../versions/index.js';
import type { ApiOptions } from './api-options.js';
import { createServices } from './create-services.js';
import { createApiServer } from './http-server.js';
import { openFoundation } from './open-foundation.js';
import { openVoiceEndpoint } from './open-voice-endpoint.js';
import { findStoreDamage } from './readiness.js';

/** The port of the service unless another is chosen. */
const USUAL_PORT = 6480;
/** The number of ports that are tried after that. */
const MORE_PORTS = 99;

/** The interval at which expired tokens and codes are removed, in milliseconds. */
const PURGE_INTERVAL = 3_600_000;

/** The maximum number of TCP connections besides those of the gateway; a reverse proxy needs one per call. */
const PLAIN_CONNECTIONS = 8192;

/** How long requests in progress may take when the service stops, in milliseconds. */
const FINISH_WITHIN_MS = 1500;

/** The running guild, OAuth2 and gateway service. */
export interface ApiService extends Component {
  /** base URL of the REST interface, e.g. `http://127.0.0.1:6480/api` */
  readonly url: string;
  readonly port: number;
  readonly administration: Administration;
  /** Writes a consistent copy of the store. @param path a file that does not exist */
  backup(path: string): Promise<void>;
  /** Why requests cannot be carried out at the moment; null: they can. */
  findUnreadiness(): Promise<string | null>;
  /** Why its store accepts no changes anymore; null: it accepts them. */
  findStoreDamage(): string | null;
  /** What it holds at the moment. */
  figures(): ServiceFigures;
  /** The service is going to stop: connections end with their next reply. */
  drain(): void;
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
  const { log, clock, observer = null, peers } = options;
  const foundation = await openFoundation(options, lifecycle);
  const { activity, events, hosts, limits, process, sessions, store } = foundation;
  const services = createServices(foundation, options);
  lifecycle.add('publication of accounts', services.accountPublisher);
  const openedVoice = await openVoiceEndpoint(options, foundation, lifecycle);
  const { endpoint } = openedVoice;
  const voice = new VoiceAdmission(endpoint, sessions);
  const replayLimits = { ...DEFAULT_REPLAY_LIMITS, ...options.replayLimits };
  const { hub, guilds, createSessionId, remoteSessions, leaving } = process.openHub(
    { ...services, events, voice, replayLimits },
    lifecycle,
  );
  const rateLimiter = new RateLimiter(limits, services.now);
  const versions = options.versions ?? API_VERSIONS;
  const routes = new OperationRoutes(OPERATIONS, versions);
  process.shareState({ activity, events, services, hub, rateLimiter, versions }, lifecycle);
  const failures = new FailureLog(log, clock);
  const server = createApiServer(
    {
      services,
      authentication: services.authentication,
      forwarding: process.createForwarding(services, routes),
      rateLimiter,
      routes,
      versions,
      page: { ...services, consoleUrl: options.consoleUrl ?? (() => null), rateLimiter, failures },
      images: store.images,
      attachments: { attachmentStore: store.attachments, files: foundation.attachments.files },
      failures,
      observer,
    },
    hosts,
    peers,
  );
  const drain = new HttpDrain(server);
  lifecycle.add('http', {
    stop: () => drain.finish(clock, FINISH_WITHIN_MS),
  });
  const http = new HttpConnections(server, PLAIN_CONNECTIONS);
  const gateway = lifecycle.add(
    'gateway',
    new GatewayServer({
      context: {
        ...services,
        memberships: store.guilds,
        memberRequests: new MemberRequests({
          guilds,
          presences: hub.presences,
          store,
          clock,
          log,
          deliverNow: (session, guildId) => hub.deliverNow(session, guildId),
        }),
        hub,
        createSessionId,
        remoteSessions,
      },
      versions,
      hosts,
      peers,
      http,
      clock,
      log,
    }),
  );
  // Stops before the gateway closes its connections.
  lifecycle.add('sessions that move', leaving);
  gateway.listenTo(server, (request) => !openedVoice.isLink(request));
  openedVoice.listenTo(server, http, hosts);
  for (const { userId, grantId } of options.endedGrants ?? []) {
    await services.oauth2.revocations.revokeGrant(userId, grantId);
  }
  const port = await bindPort(server, {
    host: options.host,
    chosen: options.port,
    usual: USUAL_PORT,
    more: MORE_PORTS,
    flag: '--api-port',
  });
  hosts.setPort(port);
  lifecycle.add('listener', {
    stop: async () => void server.close(),
  });
  startSweeps({ ...services, endpoint }, store, options, lifecycle);
  return {
    url: `${hosts.address('http:')}/api`,
    port,
    administration: new ServiceAdministration(services),
    backup: (path) => store.backup(path),
    findUnreadiness: () => process.findUnreadiness(),
    findStoreDamage: () => findStoreDamage(store),
    figures: () => ({
      guilds: services.guilds.size,
      gatewaySessions: sessions.size,
      gatewayConnections: gateway.connections,
      cluster: process.figures(),
    }),
    drain: () => drain.announce(),
    stop: () => lifecycle.stop(),
  };
}

/** Starts what ends or removes things by time. */
function startSweeps(
  { endpoint, guilds, guildChanges, oauth2 }: OperationServices & { readonly endpoint: VoiceEndpoint },
  store: Store,
  { clock, log }: ApiOptions,
  lifecycle: Lifecycle,
): void {
  const cancelPurge = clock.every(PURGE_INTERVAL, () => {
    oauth2.revocations
      .removeExpired()
      .catch((error: unknown) => log.warn({ err: error }, 'failed to remove expired tokens'));
  });
  lifecycle.add('purge', { stop: async () => cancelPurge() });
  const integrations = new IntegrationSweep({
    stored: store.guilds,
    guilds,
    changes: guildChanges,
    clock,
    log,
  });
  lifecycle.add('integrations', integrations);
  const sweep = { guilds, changes: guildChanges, voice: endpoint, clock, log };
  lifecycle.add('afk', new AfkSweep(sweep));
}
