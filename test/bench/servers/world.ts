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

/** The processes that rows need: some that several rows share, and servers of one row. */
export class World {
  readonly #shared = new Map<string, Promise<Stoppable>>();
  #ofRow: Stoppable[] = [];

  /** @param checkout the folder of the project whose daemon is measured */
  constructor(readonly checkout: string) {}

  /** The daemon that rows put load on. */
  daemon(): Promise<BenchDaemon> {
    return this.shared('daemon', () => BenchDaemon.start(this.checkout));
  }

  /** The home of rows whose daemons start in each round. */
  home(): Promise<PreparedHome> {
    return this.shared('home', () => PreparedHome.create(this.checkout));
  }

  /** Gives what several rows use, which the first of them starts. @param key the same for the same type only */
  shared<Started extends Stoppable>(key: string, start: () => Promise<Started>): Promise<Started> {
    const known = this.#shared.get(key) as Promise<Started> | undefined;
    if (known !== undefined) return known;
    const started = start();
    this.#shared.set(key, started);
    // The next row that uses it tries again.
    started.catch(() => this.#shared.delete(key));
    return started;
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

  /** Stops something else with the row. */
  async own<Started extends Stoppable>(starting: Promise<Started>): Promise<Started> {
    return this.#keep(await starting);
  }

  /** Stops what was started for the row. */
  endRow(): Promise<void> {
    return stopAll(this.#ofRow.splice(0));
  }

  async stop(): Promise<void> {
    const shared = await Promise.all(this.#shared.values());
    await stopAll([...shared, ...this.#ofRow.splice(0)]);
  }

  #keep<Started extends Stoppable>(started: Started): Started {
    this.#ofRow.push(started);
    return started;
  }
}

/** Stops what connects before what listens, each also after a failure of another. @throws {unknown} the first failure */
async function stopAll(started: readonly Stoppable[]): Promise<void> {
  const failures: unknown[] = [];
  for (const one of [...started].reverse()) await one.stop().catch((error) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
