import { randomUUID } from 'node:crypto';
import type { ApiOptions } from '#guildhall/api/compose/api-options.js';
import { type ApiService, startApiService } from '#guildhall/api/compose/start-api.js';
import type { VoiceAddressOptions } from '#guildhall/api/voice/local-voice-endpoint.js';
import type { Bus } from '#guildhall/cluster/bus/bus.js';
import { NamespacedBus } from '#guildhall/cluster/bus/namespaced-bus.js';
import { openNatsBus } from '#guildhall/cluster/bus/nats/open-nats-bus.js';
import { joinCluster } from '#guildhall/cluster/join-cluster.js';
import { createSecret, hashSecret } from '#guildhall/platform/crypto/secrets.js';
import { sharedNats } from '../../cluster/support/nats-server.js';
import { countNodes } from './count-nodes.js';
import { awaitDeliveriesOf, countVoiceReports } from './deliveries.js';
import { EitherClock } from './either-clock.js';
import { RoundRobin } from './round-robin.js';
import { startSharedEndpoint } from './voice-endpoint.js';

/**
 * Starts a service of a test; with GUILDHALL_TEST_NODES several over one database, behind a balancer. One that is a node
 * of a cluster already stays one service.
 */
export function startServiceOfTest(options: ApiOptions): Promise<ApiService> {
  const count = countNodes();
  return count === 1 || options.cluster ? startApiService(options) : startNodes(options, count);
}

/** Ports of first nodes that have a public URL, by service: they refuse the port of the balancer, which is not in it. */
const localPorts = new WeakMap<ApiService, number>();

/** The port for requests that do not go through what the public URL leads to. */
export function localPortOf(service: ApiService): number {
  return localPorts.get(service) ?? service.port;
}

interface RunningNode {
  readonly service: ApiService;
  readonly bus: Bus;
}

async function startNodes({ voice = null, ...given }: ApiOptions, count: number): Promise<ApiService> {
  const secret = createSecret();
  // One in each node would not be shared.
  const options = voice === null ? given : { ...given, voiceSecretHash: hashSecret(secret) };
  const busUrl = await sharedNats();
  // Services of other tests use the same bus.
  const namespace = randomUUID();
  const balancer = await RoundRobin.start(options.port ?? 0);
  const url = `http://127.0.0.1:${balancer.port}/api`;
  const nodes: RunningNode[] = [];
  for (let number = 1; number <= count; number += 1) {
    nodes.push(await startNode({ publicUrl: url, ...options }, busUrl, `node-${number}`));
  }
  balancer.use(nodes.map(({ service }) => ({ port: service.port })));
  const forgetDeliveries = awaitDeliveriesOf(
    new Map(nodes.map(({ bus }, index) => [`node-${index + 1}`, new NamespacedBus(bus, namespace)])),
  );
  const [{ service: first }] = nodes as [RunningNode];
  const isPublic = options.publicUrl !== undefined;
  const apiUrl = isPublic ? `http://127.0.0.1:${first.port}/api` : url;
  const stopEndpoint = voice && (await startEndpoint(options, { ...voice, apiUrl, secret }));
  const service: ApiService = {
    ...first,
    url,
    port: balancer.port,
    async stop() {
      forgetDeliveries();
      await stopEndpoint?.();
      await Promise.all(nodes.map(({ service }) => service.stop()));
      await Promise.all(nodes.map(({ bus }) => bus.stop()));
      await balancer.stop();
    },
  };
  if (isPublic) localPorts.set(service, first.port);
  return service;
}

/** Starts the voice endpoint of all nodes. @returns stops it */
async function startEndpoint(
  { clock, openStore }: ApiOptions,
  options: VoiceAddressOptions & { readonly apiUrl: string; readonly secret: string },
): Promise<() => Promise<void>> {
  const store = await openStore(() => {});
  // It says every few seconds who spoke, which tests move their clock for.
  const endpoint = await startSharedEndpoint(store, { ...options, clock: new EitherClock(clock, 0) });
  return async () => {
    await endpoint.stop();
    await store.close();
  };
}

async function startNode(options: ApiOptions, busUrl: string, node: string): Promise<RunningNode> {
  const address = { url: busUrl, passwordFile: null, caFile: null, clientCertificate: null };
  const bus = await openNatsBus(address, node, options.log);
  countVoiceReports(bus);
  const clock = new EitherClock(options.clock);
  const service = await startApiService({ ...options, clock, port: 0, cluster: joinCluster({ node, bus }) });
  return { service, bus };
}
