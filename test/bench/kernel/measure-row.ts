import type { Row, Sample, Subject } from './row.js';

/** How much time a run spends. */
export interface Effort {
  /** the number of rounds, where it is not the row's */
  readonly rounds?: number;
  /** how long one round of one subject lasts under load */
  readonly roundMs: number;
}

export const FULL: Effort = { roundMs: 500 };
export const SHORT: Effort = { rounds: 2, roundMs: 100 };

const ROUNDS = 11;

/** The samples of one subject, in the order of the rounds. */
export interface Measured {
  readonly subject: string;
  readonly samples: readonly Sample[];
}

/** The first round does not count and is this much longer, until V8 has compiled what is hot. */
const WARM_UP = 3;

/**
 * Measures the subjects of a row in interleaved rounds, each time in the reverse order of the round before, after a
 * round that warms up.
 */
export async function measureRounds(
  { rounds = ROUNDS, warmUp = WARM_UP }: Pick<Row, 'rounds' | 'warmUp'>,
  subjects: readonly Subject[],
  effort: Effort,
): Promise<Measured[]> {
  const samples = subjects.map((): Sample[] => []);
  const order = subjects.map((_, index) => index);
  for (let round = 0; round <= (effort.rounds ?? rounds); round += 1) {
    for (const index of order) {
      const sample = await subjects[index]?.measure(effort.roundMs * (round === 0 ? warmUp : 1));
      if (round > 0 && sample !== undefined) samples[index]?.push(sample);
    }
    order.reverse();
  }
  return subjects.map(({ name }, index) => ({ subject: name, samples: samples[index] ?? [] }));
}
