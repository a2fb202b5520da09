import type { RowResult } from './judge-row.js';
import type { Measure } from './row.js';
import type { Summary } from './statistics.js';

/** A ratio of Guildhall to a subject in two runs. */
export interface Change {
  readonly subject: string;
  readonly measure: Measure;
  readonly before: Summary;
  readonly now: Summary;
  /** absent where the difference is within the spread */
  readonly verdict?: 'better' | 'WORSE';
}

/** Not compared: rates depend on what else the machine does. */
const COMPARED: readonly Measure[] = ['cpu', 'time', 'memory'];
/** Less than this is noise even where the quartiles are apart. */
const TOLERANCE = 0.03;

/** How the ratios of a row have changed since an earlier run. Less is better in all of them. */
export function compareResults(before: RowResult, now: RowResult): Change[] {
  return now.subjects.flatMap(({ subject, ratios = {} }) => {
    const earlier = before.subjects.find((one) => one.subject === subject)?.ratios ?? {};
    return COMPARED.flatMap((measure) => {
      const [was, is] = [earlier[measure], ratios[measure]];
      return was === undefined || is === undefined ? [] : [toChange(subject, measure, was, is)];
    });
  });
}

function toChange(subject: string, measure: Measure, before: Summary, now: Summary): Change {
  const isOutside = now.low > before.high || now.high < before.low;
  const isLarge = Math.abs(now.median / before.median - 1) > TOLERANCE;
  const change = { subject, measure, before, now };
  if (!isOutside || !isLarge) return change;
  return { ...change, verdict: now.median < before.median ? 'better' : 'WORSE' };
}
