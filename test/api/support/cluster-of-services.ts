import { openNatsBus } from '#guildhall/cluster/bus/nats/open-nats-bus.js';
import { systemClock } from '#guildhall/platform/clock.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { NatsServer } from '../../cluster/support/nats-server.js';
import { PostgresServer } from '../../helpers/postgres/postgres-server.js';
import { type NodeOptions, openNode } from '../../store/postgres/support/open-node.js';
import { TestService, type TestServiceOptions } from './test-service.js';

/** Services in this process that are nodes over one database and one bus. */
export class ClusterOfServices implements AsyncDisposable {
  readonly #stops: (() => Promise<void>)[] = [];

  private constructor(
    readonly postgres: PostgresServer,
    readonly database: string,
    readonly bus: NatsServer,
  ) {}

  static async start(): Promise<ClusterOfServices> {
    const postgres = await PostgresServer.start();
    return new ClusterOfServices(postgres, await postgres.takeDatabase(), await NatsServer.start());
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
    const address = { url: this.bus.url, passwordFile: null, caFile: null, clientCertificate: null };
    const bus = await openNatsBus(address, node, silentLogger);
    this.#stops.push(() => bus.stop());
    const service = await TestService.start({
      openStore: (onError) => openNode(this.postgres.settings(this.database), { onError, ...options }),
      cluster: { node, bus },
      clock: systemClock,
      ...more,
    });
    this.#stops.push(() => service.stop());
    return service;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const stop of this.#stops.reverse()) await stop();
    await this.bus[Symbol.asyncDispose]();
    await this.postgres.stop();
  }
}
