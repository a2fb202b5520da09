import type { ApiOptions } from '#guildhall/api/api-options.js';
import { type ApiService, startApiService } from '#guildhall/api/start-api.js';
import type { Bus } from '#guildhall/cluster/bus/bus.js';
import { openNatsBus } from '#guildhall/cluster/bus/nats/open-nats-bus.js';
import { NatsServer } from '../../cluster/support/nats-server.js';
import { countNodes } from './count-nodes.js';
import { awaitDeliveriesOf } from './deliveries.js';
import { EitherClock } from './either-clock.js';
import { RoundRobin } from './round-robin.js';

/**
 * Starts a service of a test; with GUILDHALL_TEST_NODES several over one database, behind a balancer. One that is a node
 * of a cluster already stays one service.
 */
export function startServiceOfTest(options: ApiOptions): Promise<ApiService> {
  const count = countNodes();
  return count === 1 || options.cluster ? startApiService(options) : startNodes(options, count);
}

interface RunningNode {
  readonly service: ApiService;
  readonly bus: Bus;
}

async function startNodes(options: ApiOptions, count: number): Promise<ApiService> {
  const server = await NatsServer.start();
  const balancer = await RoundRobin.start(options.port ?? 0);
  const url = `http://127.0.0.1:${balancer.port}/api`;
  const nodes: RunningNode[] = [];
  for (let number = 1; number <= count; number += 1) {
    nodes.push(await startNode({ publicUrl: url, ...options }, server.url, `node-${number}`));
  }
  balancer.use(nodes.map(({ service }) => ({ port: service.port })));
  const forgetDeliveries = awaitDeliveriesOf(
    new Map(nodes.map(({ bus }, index) => [`node-${index + 1}`, bus])),
  );
  const [{ service: first }] = nodes as [RunningNode];
  return {
    ...first,
    url,
    port: balancer.port,
    async stop() {
      forgetDeliveries();
      await Promise.all(nodes.map(({ service }) => service.stop()));
      await Promise.all(nodes.map(({ bus }) => bus.stop()));
      await balancer.stop();
      await server[Symbol.asyncDispose]();
    },
  };
}

async function startNode(options: ApiOptions, busUrl: string, node: string): Promise<RunningNode> {
  const address = { url: busUrl, passwordFile: null, caFile: null, clientCertificate: null };
  const bus = await openNatsBus(address, node, options.log);
  const clock = new EitherClock(options.clock);
  const service = await startApiService({ ...options, clock, port: 0, cluster: { node, bus } });
  return { service, bus };
}
