import { Generator } from '../generators/generator.js';
import type { SocketTarget } from '../generators/load.js';
import type { Subject } from '../kernel/row.js';

/** How often idle sessions send a heartbeat at most, in milliseconds. */
const HEARTBEAT_MS = 30_000;

/** Connections to a server that stay open and do nothing. */
export class Crowd {
  #beatAt = performance.now() + HEARTBEAT_MS;

  private constructor(private readonly generator: Generator) {}

  static async connect(targets: readonly SocketTarget[]): Promise<Crowd> {
    return new Crowd(await Generator.start({ kind: 'idle', targets }));
  }

  /** Keeps the connections alive before each round of a subject, so that heartbeats do not count as its cost. */
  beside(subject: Subject): Subject {
    return {
      name: subject.name,
      measure: async (ms) => {
        if (performance.now() > this.#beatAt) {
          await this.generator.run(0);
          this.#beatAt = performance.now() + HEARTBEAT_MS;
        }
        return subject.measure(ms);
      },
    };
  }

  async leave(): Promise<void> {
    await this.generator.stop();
  }
}
