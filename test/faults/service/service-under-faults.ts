import { join } from 'node:path';
import { openNatsBus } from '#guildhall/cluster/bus/nats/open-nats-bus.js';
import { joinCluster } from '#guildhall/cluster/join-cluster.js';
import { systemClock } from '#guildhall/platform/clock.js';
import { Lifecycle } from '#guildhall/platform/lifecycle.js';
import { createLogger, silentLogger } from '#guildhall/platform/log.js';
import { TestService } from '../../api/support/test-service.js';
import { join as joinGuild, makeWorld, type World } from '../../api/support/world.js';
import { RoundRobin } from '../../helpers/nodes/round-robin.js';
import { withTemporaryFolder } from '../../helpers/temporary-folder.js';
import { openNode } from '../../store/postgres/support/open-node.js';
import type { CommitObserver } from '../cluster/commit-observer.js';
import { type Engines, NODES, observeCommits, openEngines } from '../cluster/engines.js';
import { NodeNetwork } from '../cluster/node-network.js';
import { ServiceLoad } from './service-load.js';
import { API_PORT, ServiceNode } from './service-node.js';
import { ServiceSession } from './service-session.js';

const WORLDS = 4;
/** The sessions on each node. */
const SESSIONS = 2;

/** Three nodes of the service in network namespaces of their own, with sessions on all of them. */
export interface ServiceUnderFaults extends Engines {
  readonly nodes: readonly ServiceNode[];
  readonly worlds: readonly World[];
  readonly sessions: readonly ServiceSession[];
  readonly observer: CommitObserver;
}

/** Runs a function with the service and its clients. The process must be in a network namespace of its own. */
export async function withService(
  run: (service: ServiceUnderFaults, load: ServiceLoad) => Promise<void>,
): Promise<void> {
  const lifecycle = new Lifecycle(createLogger('error', process.stderr));
  await withTemporaryFolder(async (folder) => {
    try {
      const engines = await openEngines(lifecycle);
      const worlds = await makeWorlds(engines);
      const nodes = await startNodes(engines, lifecycle, folder);
      const observer = await observeCommits(engines, nodes);
      const balancer = lifecycle.add('balancer', await RoundRobin.start(API_PORT));
      balancer.use(nodes.map(({ network }) => ({ host: network.address, port: API_PORT })));
      const load = new ServiceLoad(`127.0.0.1:${balancer.port}`, worlds);
      const sessions = openSessions(nodes, worlds, load);
      for (const session of sessions) lifecycle.add('session', session);
      await run({ ...engines, nodes, worlds, sessions, observer }, load);
    } finally {
      await lifecycle.stop();
    }
  });
}

/** Guilds, of which the member of the first one is in all. */
async function makeWorlds({ postgres, database, urls }: Engines): Promise<World[]> {
  const node = 'seed';
  const address = { url: urls[1], passwordFile: null, caFile: null, clientCertificate: null };
  const busOfSeed = await openNatsBus(address, node, silentLogger);
  const service = await TestService.start({
    openStore: (onError) => openNode(postgres.settings(database), { onError }),
    cluster: joinCluster({ node, bus: busOfSeed }),
    clock: systemClock,
  });
  const worlds: World[] = [];
  for (let count = 0; count < WORLDS; count += 1) worlds.push(await makeWorld(service));
  const [first, ...others] = worlds as [World, ...World[]];
  for (const { game, guild } of others) await joinGuild(service, game, first.member, guild);
  await service.stop();
  await busOfSeed.stop();
  return worlds;
}

async function startNodes(engines: Engines, lifecycle: Lifecycle, folder: string): Promise<ServiceNode[]> {
  const nodes: ServiceNode[] = [];
  for (const name of NODES) {
    const network = await NodeNetwork.open(nodes.length + 1);
    await network.expose(API_PORT);
    nodes.push(lifecycle.add(name, new ServiceNode(name, network, engines.urls, join(folder, name))));
  }
  await Promise.all(nodes.map((node) => node.start()));
  return nodes;
}

function openSessions(
  nodes: readonly ServiceNode[],
  worlds: readonly World[],
  { acknowledged }: ServiceLoad,
): ServiceSession[] {
  const token = worlds[0]?.member.token ?? '';
  const guildOfChannel = new Map(worlds.map(({ text, guild }) => [text, guild]));
  const hosts = nodes.flatMap(({ network }) => Array(SESSIONS).fill(`${network.address}:${API_PORT}`));
  return hosts.map((host) => new ServiceSession(host, token, guildOfChannel, acknowledged));
}
