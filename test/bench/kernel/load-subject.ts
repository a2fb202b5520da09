import type { Load } from '../generators/load.js';
import type { World } from '../servers/world.js';
import { CpuTime } from './cpu-time.js';
import type { Subject } from './row.js';

interface Process {
  readonly pid: number;
}

/** A server process under load. */
export interface LoadSubjectOptions {
  readonly name: string;
  /** the server, or several that count together; their child processes count, too */
  readonly server: Process | readonly Process[];
  /** counts apart from the server */
  readonly database?: Process;
  readonly load: Load;
}

/**
 * Measures the rate of a server and its CPU time per operation, and how long operations take if the load is timed, under
 * the load of a generator of its own.
 */
export async function loadSubject(
  world: World,
  { name, server, database, load }: LoadSubjectOptions,
): Promise<Subject> {
  const generator = await world.generator(load);
  const times = {
    server: toCpuTime([server].flat()),
    generator: toCpuTime([generator]),
    database: toCpuTime(database === undefined ? [] : [database]),
  };
  const read = () => ({
    server: times.server.read(),
    generator: times.generator.read(),
    database: times.database.read(),
  });
  return {
    name,
    async measure(ms) {
      const before = read();
      const { operations, milliseconds, latency } = await generator.run(ms);
      const after = read();
      const used = (of: keyof typeof after) => after[of] - before[of];
      return {
        values: {
          rate: operations / (milliseconds / 1000),
          cpu: (used('server') * 1000) / operations,
          ...(database !== undefined && { database: (used('database') * 1000) / operations }),
          ...latency,
        },
        cores: { server: used('server') / milliseconds, generator: used('generator') / milliseconds },
      };
    },
  };
}

function toCpuTime(processes: readonly Process[]): CpuTime {
  return new CpuTime(processes.map(({ pid }) => pid));
}
