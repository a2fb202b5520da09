import { NatsServer } from '../../cluster/support/nats-server.js';
import { freePort } from '../../helpers/free-port.js';
import { PostgresServer } from '../../helpers/postgres/postgres-server.js';

/** PostgreSQL and NATS on 127.0.0.1, for services in separate processes. */
export class BenchEngines {
  private constructor(
    readonly postgres: PostgresServer,
    private readonly bus: NatsServer,
  ) {}

  static async start(): Promise<BenchEngines> {
    const listens = { address: '127.0.0.1', network: '127.0.0.1/32', port: await freePort() };
    return new BenchEngines(await PostgresServer.startOwn(listens), await NatsServer.startOwn());
  }

  get busUrl(): string {
    return this.bus.url;
  }

  /** @param database the name of one */
  storeUrl(database: string): string {
    return this.postgres.tcpUrl(database);
  }

  async stop(): Promise<void> {
    await this.bus[Symbol.asyncDispose]();
    await this.postgres.stop();
  }
}
