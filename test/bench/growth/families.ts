import type { Row } from '../kernel/row.js';
import { type CrowdedServers, gatewayRows, rpcRows } from './connection-rows.js';
import { CROWDED_STORE, type CrowdedServer, crowdDaemon, crowdGateway } from './crowds.js';
import { Stage } from './stage.js';
import { guildRows, memberRows, messageRows } from './store-rows.js';

/** Rows that share what they measure. */
export interface Family {
  readonly rows: readonly Row[];
  /** Stops and removes what they share. */
  end(): Promise<void>;
}

/** The sizes of a run: short ones show whether the rows work, long ones take minutes and 12 GB of disk. */
export type Extent = 'short' | 'usual' | 'long';

const GUILDS = { short: [5, 1_000], usual: [5, 1_000, 100_000], long: [5, 1_000, 100_000] };
const MEMBERS = { short: [1_000, 10_000], usual: [1_000, 100_000], long: [1_000, 100_000, 1_000_000] };
const MESSAGE_BYTES = { short: [10e6, 30e6], usual: [10e6, 200e6], long: [10e6, 200e6, 10e9] };
const CONNECTIONS = { short: [10, 200], usual: [10, 1_000, 9_500], long: [10, 1_000, 9_500] };

/** @param checkout the folder of the project whose daemon is measured */
export function families(checkout: string, extent: Extent): readonly (() => Promise<Family>)[] {
  return [
    () => storeFamily((stage) => guildRows(stage, GUILDS[extent])),
    () => storeFamily((stage) => memberRows(stage, MEMBERS[extent])),
    () => storeFamily((stage) => messageRows(stage, MESSAGE_BYTES[extent])),
    async () => {
      const servers = await crowd('connections', CONNECTIONS[extent], (count) =>
        crowdDaemon(checkout, count),
      );
      return { rows: rpcRows(servers), end: () => stopAll(servers) };
    },
    async () => {
      const stage = await Stage.create();
      // Each service has a store of its own: they would conflict over the messages of one.
      const servers = await crowd('sessions', CONNECTIONS[extent], async (count) =>
        crowdGateway(await stage.store({ ...CROWDED_STORE }), count),
      );
      return {
        rows: gatewayRows(servers),
        async end() {
          await stopAll(servers);
          await stage.remove();
        },
      };
    },
  ];
}

async function storeFamily(toRows: (stage: Stage) => Row[]): Promise<Family> {
  const stage = await Stage.create();
  return { rows: toRows(stage), end: () => stage.remove() };
}

async function crowd(
  unit: string,
  counts: readonly number[],
  start: (count: number) => Promise<CrowdedServer>,
): Promise<CrowdedServers> {
  const servers = new Map<string, CrowdedServer>();
  for (const count of counts) servers.set(`${count.toLocaleString('en-US')} ${unit}`, await start(count));
  return servers;
}

async function stopAll(servers: CrowdedServers): Promise<void> {
  for (const server of servers.values()) await server.stop();
}
