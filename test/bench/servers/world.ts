import { Generator } from '../generators/generator.js';
import type { Load } from '../generators/load.js';
import { ArrpcServer } from './arrpc.js';
import { type Bound, BoundServer } from './bound.js';
import { BenchDaemon } from './daemon.js';
import { PreparedHome } from './prepared-home.js';
import { ServerProcess } from './server-process.js';

interface Stoppable {
  stop(): Promise<void>;
}

/** The processes that rows need: one daemon for all rows that put load on one, and servers of a row. */
export class World {
  #daemon: Promise<BenchDaemon> | null = null;
  #home: Promise<PreparedHome> | null = null;
  #ofRow: Stoppable[] = [];

  /** @param checkout the folder of the project whose daemon is measured */
  constructor(readonly checkout: string) {}

  /** The daemon that rows share; started when the first needs it. */
  daemon(): Promise<BenchDaemon> {
    this.#daemon ??= BenchDaemon.start(this.checkout);
    return this.#daemon;
  }

  /** The home that rows share whose daemons start in each round. */
  home(): Promise<PreparedHome> {
    this.#home ??= PreparedHome.create(this.checkout);
    return this.#home;
  }

  /** Starts a bound for the row. */
  async bound(bound: Bound): Promise<BoundServer> {
    return this.#keep(await BoundServer.start(bound));
  }

  /** Starts other servers for the row. @param program path of a compiled module */
  async server<Told>(program: string, options: object = {}): Promise<ServerProcess<Told>> {
    return this.#keep(await ServerProcess.start<Told>(program, options));
  }

  /** Starts arRPC for the row. */
  async arrpc(): Promise<ArrpcServer> {
    return this.#keep(await ArrpcServer.start());
  }

  /** Starts a load generator for the row. */
  async generator(load: Load): Promise<Generator> {
    return this.#keep(await Generator.start(load));
  }

  /** Stops what was started for the row. */
  async endRow(): Promise<void> {
    // Those that connect before those that listen.
    for (const one of this.#ofRow.splice(0).reverse()) await one.stop();
  }

  async stop(): Promise<void> {
    await this.endRow();
    await (await this.#daemon)?.stop();
    await (await this.#home)?.stop();
  }

  #keep<Started extends Stoppable>(started: Started): Started {
    this.#ofRow.push(started);
    return started;
  }
}
