import type { Load } from '../generators/load.js';
import type { World } from '../servers/world.js';
import { cpuTime } from './cpu-time.js';
import type { Subject } from './row.js';

/** A server process under load. */
export interface LoadSubjectOptions {
  readonly name: string;
  /** the server; its child processes count, too */
  readonly server: { readonly pid: number };
  readonly load: Load;
}

/** Measures the rate of a server and its CPU time per operation, under the load of a generator of its own. */
export async function loadSubject(
  world: World,
  { name, server, load }: LoadSubjectOptions,
): Promise<Subject> {
  const generator = await world.generator(load);
  return {
    name,
    async measure(ms) {
      const before = { server: cpuTime(server.pid), generator: cpuTime(generator.pid) };
      const { operations, milliseconds } = await generator.run(ms);
      const used = {
        server: cpuTime(server.pid) - before.server,
        generator: cpuTime(generator.pid) - before.generator,
      };
      return {
        values: { rate: operations / (milliseconds / 1000), cpu: (used.server * 1000) / operations },
        cores: { server: used.server / milliseconds, generator: used.generator / milliseconds },
      };
    },
  };
}
