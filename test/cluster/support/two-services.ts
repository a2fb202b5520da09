import type { RestLimits } from '#guildhall/api/core/limits.js';
import type { Bus } from '#guildhall/cluster/bus/bus.js';
import { InProcessBus, InProcessHub } from '#guildhall/cluster/bus/in-process-bus.js';
import { openNatsBus } from '#guildhall/cluster/bus/nats/open-nats-bus.js';
import { joinCluster } from '#guildhall/cluster/join-cluster.js';
import { systemClock } from '#guildhall/platform/clock.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { TestService } from '../../api/support/test-service.js';
import { sharedPostgres } from '../../helpers/postgres/postgres-server.js';
import { openNode } from '../../store/postgres/support/open-node.js';
import { sharedNats } from './nats-server.js';

/** Two services over one database and one bus. */
export interface TwoServices {
  readonly a: TestService;
  readonly b: TestService;
  /** of each service; once stopped, it carries nothing */
  readonly buses: readonly [Bus, Bus];
}

/** The buses of two nodes. */
export type OpenBuses = (run: (buses: [Bus, Bus]) => Promise<void>) => Promise<void>;

export const inProcess: OpenBuses = async (run) => {
  const hub = new InProcessHub();
  const open = () => new InProcessBus({ hub, clock: systemClock, log: silentLogger });
  await run([open(), open()]);
};

export const overNats: OpenBuses = async (run) => {
  const address = { url: await sharedNats(), passwordFile: null, caFile: null, clientCertificate: null };
  const open = (name: string) => openNatsBus(address, name, silentLogger);
  await run([await open('a'), await open('b')]);
};

/** Runs a test with two services that are gone afterwards. */
export async function withTwoServices(
  run: (services: TwoServices) => Promise<void>,
  restLimits: Partial<RestLimits> = {},
  openBuses = inProcess,
): Promise<void> {
  const server = await sharedPostgres();
  const database = await server.takeDatabase();
  const start = (node: string, bus: Bus) =>
    TestService.start({
      restLimits,
      cluster: joinCluster({ node, bus }),
      openStore: (onError) => openNode(server.settings(database), { onError }),
    });
  await openBuses(async (buses) => {
    const a = await start('a', buses[0]);
    const b = await start('b', buses[1]);
    try {
      // The clocks of machines differ a little.
      await b.clock.advance(1000);
      await run({ a, b, buses });
    } finally {
      await a.stop();
      await b.stop();
      await Promise.all(buses.map((bus) => bus.stop()));
    }
  });
  await server.returnDatabase(database);
}
