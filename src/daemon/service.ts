import type { EndedGrant } from '../api/compose/api-options.js';
import { startApiService } from '../api/compose/start-api.js';
import type { ClusterOptions } from '../cluster/open-cluster.js';
import type { PeerCheck } from '../net/peer-check.js';
import type { TokenBucket } from '../platform/async/token-bucket.js';
import type { Clock } from '../platform/clock.js';
import { hashSecret } from '../platform/crypto/secrets.js';
import { UserError } from '../platform/errors.js';
import type { Lifecycle } from '../platform/lifecycle.js';
import type { Logger } from '../platform/log.js';
import type { Administration } from '../protocol/administration.js';
import type { CommitReport } from '../store/commit.js';
import type { Configuration } from './configuration.js';
import type { ServiceMetrics } from './health/service-metrics.js';
import { openConfiguredStore, openWhenReachable } from './open-configured-store.js';
import { readVoiceAddress, readVoiceSecret } from './voice-endpoint.js';

/** The service that this daemon is a client of: its own, or a remote one. */
export interface Service {
  /** base URL of the REST API, e.g. `http://127.0.0.1:6480/api` */
  readonly url: string;
  /** null for a remote service */
  readonly administration: Administration | null;
  /** Why its store accepts no changes anymore; null: it accepts them, or the service is remote. */
  findStoreDamage(): string | null;
}

export interface OwnServiceOptions {
  readonly configuration: Configuration;
  /** decides which users' programs may connect */
  readonly peers: PeerCheck;
  /** the budget of wrong secrets shared by all ports of this machine; null: unlimited */
  readonly failureBudget: TokenBucket | null;
  /** the URL by which others reach it; null: only this machine */
  readonly publicUrl: string | null;
  /** the address of the console once it is served; absent: there is none */
  readonly consoleUrl?: () => string | null;
  /** absent: none ended while the service was stopped */
  readonly endedGrants?: readonly EndedGrant[];
  /** absent: this process is the only one */
  readonly cluster?: ClusterOptions | null;
  /** absent: there are none */
  readonly metrics?: ServiceMetrics | null;
  /** aborts the start; absent: nothing does */
  readonly stopping?: AbortSignal;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Starts the daemon's own service unless a remote one is configured. @throws {UserError} it is to be a node of a cluster */
export async function openService(options: OwnServiceOptions, lifecycle: Lifecycle): Promise<Service> {
  const { apiUrl, bus, files, node } = options.configuration;
  if (apiUrl !== null) return { url: apiUrl, administration: null, findStoreDamage: () => null };
  if (node !== null || bus !== null) {
    throw new UserError(
      `${node === null ? 'bus' : 'node'} is set, but the service of a daemon is not a node of a cluster`,
      `Run the node with guildhall api, and the daemon with --api-url; or remove the setting from ${files.configuration} and the environment`,
    );
  }
  return startOwnService(options, lifecycle);
}

/** Starts the API service on its store. */
export async function startOwnService(
  {
    failureBudget,
    clock,
    cluster = null,
    configuration,
    consoleUrl = () => null,
    endedGrants = [],
    log,
    metrics = null,
    peers,
    publicUrl,
    stopping = new AbortController().signal,
  }: OwnServiceOptions,
  lifecycle: Lifecycle,
) {
  const { apiPort: port, files, restLimits, replayLimits, voiceSecretFile } = configuration;
  const observe = metrics && ((report: CommitReport) => metrics.committed(report));
  const limits = { restLimits, replayLimits, failureBudget };
  const address = publicUrl === null ? {} : { publicUrl };
  const api = await startApiService({
    openStore(onError) {
      const open = () => openConfiguredStore(configuration, { clock, log, observe, onError });
      return configuration.node === null ? open() : openWhenReachable(open, { clock, log, stopping });
    },
    attachmentsPath: files.attachments,
    host: '127.0.0.1',
    port,
    peers,
    consoleUrl,
    voice: await readVoiceAddress(configuration),
    voiceSecretHash:
      voiceSecretFile === null
        ? null
        : hashSecret(await readVoiceSecret(voiceSecretFile, process.env.CREDENTIALS_DIRECTORY)),
    endedGrants,
    cluster: cluster && (await import('../cluster/join-cluster.js')).joinCluster(cluster),
    observer: metrics,
    ...address,
    ...limits,
    log,
    clock,
  });
  return lifecycle.add('api', api);
}
