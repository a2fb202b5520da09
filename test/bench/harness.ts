/** One row: a thing of ours beside its bound, measured in turn in the same run. */
export interface Row {
  readonly name: string;
  readonly bound: string;
  /** the ratio ours / bound that is aimed at */
  readonly goal: number;
  /** how often both are measured, one after the other */
  readonly rounds: number;
  /** operations per second of ours, of one round */
  readonly ours: () => Promise<number> | number;
  readonly theirs: () => Promise<number> | number;
}

export interface Result {
  readonly name: string;
  readonly bound: string;
  readonly goal: number;
  /** median of the rounds' ratios ours / bound */
  readonly ratio: number;
  /** medians, in operations per second */
  readonly ours: number;
  readonly theirs: number;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]];
  return (low + high) / 2;
}

/** @param share e.g. 0.99 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Measures a row. The first round of each warms up and does not count; who goes first alternates. */
export async function measure(row: Row): Promise<Result> {
  const rounds: { ours: number; theirs: number }[] = [];
  for (let round = 0; round <= row.rounds; round += 1) {
    const sides = { ours: 0, theirs: 0 };
    const order = round % 2 === 0 ? (['ours', 'theirs'] as const) : (['theirs', 'ours'] as const);
    for (const side of order) sides[side] = await row[side]();
    if (round > 0) rounds.push(sides);
  }
  return {
    name: row.name,
    bound: row.bound,
    goal: row.goal,
    ratio: median(rounds.map(({ ours, theirs }) => ours / theirs)),
    ours: median(rounds.map(({ ours }) => ours)),
    theirs: median(rounds.map(({ theirs }) => theirs)),
  };
}

/** Prints a result as one line of a table. */
export function print({ name, bound, goal, ratio, ours, theirs }: Result): void {
  const verdict = ratio >= goal ? 'met' : 'MISSED';
  const figures = `${ours.toFixed(0)}/s beside ${theirs.toFixed(0)}/s of ${bound}`;
  process.stdout.write(`${name}: ratio ${ratio.toFixed(2)} (goal ${goal}, ${verdict}); ${figures}\n`);
}

/** @param operations how many of them ran @param started `performance.now()` before */
export function perSecond(operations: number, started: number): number {
  return operations / ((performance.now() - started) / 1000);
}
