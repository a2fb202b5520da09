import { setTimeout as sleep } from 'node:timers/promises';
import type { AttackResult, Scenario } from '../attackers/scenario.js';
import type { Canary } from '../canary/canary.js';
import { cpuWait } from '../canary/cpu-wait.js';
import type { AttackedDaemon } from './attacked-daemon.js';
import { type Attackers, withBurners } from './attackers.js';
import { newcomerFailure } from './newcomer.js';
import type { Phase } from './phase.js';
import { cpuTime } from './resource-usage.js';

/** When in a phase an honest application authenticates with a fresh token, as a share of the phase. */
const NEWCOMER_AT = 0.6;

/** The results of the attackers of one phase. */
interface Attacked {
  readonly results: readonly AttackResult[];
  /** why an honest newcomer was not served */
  readonly failures: readonly string[];
}

const NOT_ATTACKED: Attacked = { results: [], failures: [] };

/** Runs phases and measures the daemon during each. */
export class PhaseRunner {
  #seed: number;

  constructor(
    private readonly attacked: AttackedDaemon,
    private readonly canary: Canary,
    private readonly attackers: Attackers,
    seed: number,
  ) {
    this.#seed = seed;
  }

  quiet(seconds: number): Promise<Phase> {
    return this.#measure('quiet', 'baseline', async () => {
      await sleep(seconds * 1000);
      return NOT_ATTACKED;
    });
  }

  burners(seconds: number): Promise<Phase> {
    return this.#measure('burners', 'baseline', () =>
      withBurners(async () => {
        await sleep(seconds * 1000);
        return NOT_ATTACKED;
      }),
    );
  }

  scenario(scenario: Scenario, seconds: number): Promise<Phase> {
    return this.#measure(scenario.name, 'scenario', () => this.#attack([scenario], seconds));
  }

  combination(scenarios: readonly Scenario[], seconds: number): Promise<Phase> {
    const name = scenarios.map((each) => each.name).join(' + ');
    return this.#measure(name, 'combination', () => this.#attack(scenarios, seconds));
  }

  async #attack(scenarios: readonly Scenario[], seconds: number): Promise<Attacked> {
    this.#seed += scenarios.length;
    const results = this.attackers.run(scenarios, seconds, this.#seed);
    await sleep(seconds * 1000 * NEWCOMER_AT);
    const failure = await newcomerFailure(this.attacked);
    return { results: await results, failures: failure === null ? [] : [`a fresh token: ${failure}`] };
  }

  async #measure(name: string, kind: Phase['kind'], run: () => Promise<Attacked>): Promise<Phase> {
    const { pid } = this.attacked;
    // Discards what was measured between phases.
    await this.canary.takeReport();
    const before = { at: performance.now(), cpu: cpuTime(pid), wait: cpuWait(pid) };
    const { results, failures } = await run();
    const seen = await this.canary.takeReport();
    const ms = performance.now() - before.at;
    return {
      name,
      kind,
      seconds: ms / 1000,
      samples: seen.samples,
      failures: [...seen.failures, ...failures],
      breaches: results.flatMap(({ breaches }) => breaches),
      outcomes: sum(results.map(({ outcomes }) => outcomes)),
      daemonCpu: (cpuTime(pid) - before.cpu) / ms,
      daemonWait: (cpuWait(pid) - before.wait) / ms,
      loopDelay: (await this.attacked.probe.read()).loopDelay,
    };
  }
}

function sum(all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const total: Record<string, number> = {};
  for (const each of all) {
    for (const [name, count] of Object.entries(each)) total[name] = (total[name] ?? 0) + count;
  }
  return total;
}
