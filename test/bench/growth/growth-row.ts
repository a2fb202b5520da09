import type { Load } from '../generators/load.js';
import { CpuTime, cpuTime } from '../kernel/cpu-time.js';
import { loadSubject } from '../kernel/load-subject.js';
import { memoryOf } from '../kernel/memory.js';
import type { Row, Subject } from '../kernel/row.js';
import { SizedService } from './sized-service.js';
import type { StoreSize } from './sized-store.js';
import type { Stage } from './stage.js';

/** Sizes by name, smallest first, e.g. `1,000 guilds`. */
export type Sizes = Readonly<Record<string, StoreSize>>;

/** An operation whose cost should be the same at every size. */
const FLAT = 1.25;
/** Rounds of rows that start a service in each. */
const START_ROUNDS = 3;

/** The sizes of a row, largest first, as subjects are ordered. */
function largestFirst(sizes: Sizes): [string, StoreSize][] {
  return Object.entries(sizes).reverse();
}

/** A goal for rows whose subjects are sizes: the largest costs as much as the smallest. */
export function flatGoal(names: readonly string[]): Row['goals'] {
  const [smallest] = names;
  return smallest === undefined ? [] : [{ measure: 'cpu', against: smallest, atMost: FLAT }];
}

/** One kind of request to services of every size. */
export function loadRow(
  stage: Stage,
  sizes: Sizes,
  name: string,
  load: (service: SizedService) => Load,
): Row {
  return {
    name,
    goals: flatGoal(Object.keys(sizes)),
    async open(world) {
      const subjects: Subject[] = [];
      for (const [size, content] of largestFirst(sizes)) {
        const server = await stage.service(content);
        subjects.push(await loadSubject(world, { name: size, server, load: load(server) }));
      }
      return subjects;
    },
  };
}

/** Starting a service on stores of every size, and its memory then. */
export function startRow(stage: Stage, sizes: Sizes, name: string): Row {
  return perStart(stage, sizes, name, async (store) => {
    const started = performance.now();
    const service = await SizedService.start(store);
    const time = performance.now() - started;
    return {
      service,
      values: { time, cpu: cpuTime(service.pid) * 1000, memory: memoryOf(service.pid).memory },
    };
  });
}

/** The first request after a start, which loads what it reads. */
export function firstRequestRow(stage: Stage, sizes: Sizes, name: string, path: string): Row {
  return perStart(stage, sizes, name, async (store) => {
    const service = await SizedService.start(store);
    const cpuOf = new CpuTime([service.pid]);
    const before = { cpu: cpuOf.read(), memory: memoryOf(service.pid).memory };
    const started = performance.now();
    await service.get(path);
    const time = performance.now() - started;
    const cpu = (cpuOf.read() - before.cpu) * 1000;
    return { service, values: { time, cpu, memory: memoryOf(service.pid).memory - before.memory } };
  });
}

type Store = Awaited<ReturnType<Stage['store']>>;
type Measured = Awaited<ReturnType<Subject['measure']>> & { readonly service: SizedService };

/** A row whose rounds start a service each; it costs what it reads, so it has no goal. */
function perStart(
  stage: Stage,
  sizes: Sizes,
  name: string,
  measure: (store: Store) => Promise<Measured>,
): Row {
  return {
    name,
    goals: [],
    rounds: START_ROUNDS,
    open: async () =>
      largestFirst(sizes).map(([size, content]) => ({
        name: size,
        async measure() {
          const { service, values } = await measure(await stage.store(content));
          await service.stop();
          return { values };
        },
      })),
  };
}
