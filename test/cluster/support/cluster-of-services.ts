import { openNatsBus } from '#guildhall/cluster/bus/nats/open-nats-bus.js';
import { joinCluster } from '#guildhall/cluster/join-cluster.js';
import { systemClock } from '#guildhall/platform/clock.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { TestService, type TestServiceOptions } from '../../api/support/test-service.js';
import { type DatabaseServer, sharedPostgres } from '../../helpers/postgres/postgres-server.js';
import { type NodeOptions, openNode } from '../../store/postgres/support/open-node.js';
import { sharedNats } from './nats-server.js';

/** Services in this process that are nodes over one database and one bus. */
export class ClusterOfServices implements AsyncDisposable {
  readonly #stops: (() => Promise<void>)[] = [];
  #passed = 0;

  private constructor(
    readonly postgres: DatabaseServer,
    readonly database: string,
    readonly busUrl: string,
  ) {}

  /** @param busUrl of a bus that the test kills, and its `server`; by default all tests share one of each */
  static async start(busUrl?: string, server?: DatabaseServer): Promise<ClusterOfServices> {
    const postgres = server ?? (await sharedPostgres());
    return new ClusterOfServices(postgres, await postgres.takeDatabase(), busUrl ?? (await sharedNats()));
  }

  /**
   * Starts another node.
   *
   * @param options of its store, e.g. the steps of the schema that its program knows
   * @param more of the service
   */
  async addNode(
    node: string,
    options: NodeOptions = {},
    more: Pick<TestServiceOptions, 'clock' | 'observer' | 'voiceSecretHash'> = {},
  ): Promise<TestService> {
    const address = { url: this.busUrl, passwordFile: null, caFile: null, clientCertificate: null };
    const bus = await openNatsBus(address, node, silentLogger);
    this.#stops.push(() => bus.stop());
    const service = await TestService.start({
      openStore: (onError) => openNode(this.postgres.settings(this.database), { onError, ...options }),
      cluster: joinCluster({ node, bus, elapsed: () => performance.now() + this.#passed }),
      clock: systemClock,
      ...more,
    });
    this.#stops.push(() => service.stop());
    return service;
  }

  /** Makes the nodes take as long ago what happened until now, in milliseconds. Leases last as long as before. */
  pass(ms: number): void {
    this.#passed += ms;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const stop of this.#stops.reverse()) await stop();
    // A node may have been killed, or have migrated it further than others.
    await this.postgres.dropDatabase(this.database);
  }
}
