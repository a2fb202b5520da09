import type { Random } from '../../helpers/random.js';
import type { Scenario } from '../attackers/scenario.js';

/** The duration of each part of a run, in seconds. */
export interface Plan {
  readonly baseline: number;
  readonly scenario: number;
  readonly combination: number;
  /** which scenarios run at a time, one combination after the other */
  readonly combinations: readonly (readonly Scenario[])[];
  /** how often a phase with late responses is repeated: in half a second one pause of the machine is too many */
  readonly repetitions: number;
  /** how long resources may take to be released */
  readonly settle: number;
}

/** How many scenarios run at a time in a combination. */
export const AT_A_TIME = 4;

/** Share of the time in which scenarios run one by one; in the rest several run at a time. */
const SHARE_OF_SCENARIOS = 0.4;
const COMBINATION_SECONDS = 15;

/** Longer than any idle connection is kept. */
const SETTLE_SECONDS = 90;

/** Every scenario for about half a second, and one combination. */
export function shortPlan(scenarios: readonly Scenario[], random: Random): Plan {
  return {
    baseline: 2,
    scenario: 0.6,
    combination: 4,
    combinations: [choose(scenarios, random)],
    repetitions: 2,
    settle: SETTLE_SECONDS,
  };
}

/** @param minutes how long the attacks take together */
export function longPlan(scenarios: readonly Scenario[], random: Random, minutes: number): Plan {
  const seconds = minutes * 60;
  const count = Math.max(1, Math.round((seconds * (1 - SHARE_OF_SCENARIOS)) / COMBINATION_SECONDS));
  return {
    baseline: 15,
    scenario: (seconds * SHARE_OF_SCENARIOS) / scenarios.length,
    combination: COMBINATION_SECONDS,
    combinations: Array.from({ length: count }, () => choose(scenarios, random)),
    repetitions: 0,
    settle: SETTLE_SECONDS,
  };
}

function choose(scenarios: readonly Scenario[], random: Random): Scenario[] {
  const shuffled = scenarios
    .map((scenario) => ({ scenario, place: random.next() }))
    .sort((a, b) => a.place - b.place);
  return shuffled.slice(0, AT_A_TIME).map(({ scenario }) => scenario);
}
