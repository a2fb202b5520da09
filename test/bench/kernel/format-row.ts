import type { GoalResult, RowResult, SubjectResult } from './judge-row.js';
import { type Goal, MEASURES, type Measure } from './row.js';
import type { Summary } from './statistics.js';

/** A row as lines for a terminal. */
export function formatRow({ name, subjects, goals }: RowResult): string {
  return [name, ...subjects.map(subjectLine), ...goals.map(goalLine)].join('\n');
}

function subjectLine({ subject, values, cores, ratios = {}, isRateVoid }: SubjectResult): string {
  const parts = measuresOf(values).map((measure) => formatValue(measure, values[measure]));
  const compared = measuresOf(ratios).map((measure) => `${measure} ${formatRatio(ratios[measure])}`);
  const used =
    cores === undefined
      ? []
      : [`cores: server ${cores.server.toFixed(2)}, generator ${cores.generator.toFixed(2)}`];
  const note = isRateVoid ? ['rate void: the generator was saturated'] : [];
  return `  ${subject.padEnd(15)} ${[...parts, ...compared, ...used, ...note].join(' · ')}`;
}

function goalLine({ goal, value, verdict }: GoalResult): string {
  return `  goal: ${formatGoal(goal)}: ${value === undefined ? '–' : formatNumber(value)}, ${verdict}`;
}

/** A goal in words, e.g. `cpu ≤ 1.15 of bare ws`. */
export function formatGoal({ measure, against, as, atMost, atLeast }: Goal): string {
  const bound = atMost === undefined ? `≥ ${atLeast}` : `≤ ${atMost}`;
  if (against === undefined) return `${measure} ${bound} ${MEASURES[measure]}`;
  return as === 'difference'
    ? `${measure} ${bound} ${MEASURES[measure]} above ${against}`
    : `${measure} ${bound} of ${against}`;
}

function measuresOf(values: SubjectResult['values']): Measure[] {
  return Object.keys(values) as Measure[];
}

export function formatValue(measure: Measure, summary: Summary | undefined): string {
  if (summary === undefined) return '';
  const unit = MEASURES[measure];
  return `${formatNumber(summary.median)}${unit.startsWith('/') ? '' : ' '}${unit}`;
}

/** A ratio with its quartiles. */
export function formatRatio(summary: Summary | undefined): string {
  if (summary === undefined) return '';
  const [median, low, high] = [summary.median, summary.low, summary.high].map(formatNumber);
  return `×${median} (${low}–${high})`;
}

function formatNumber(value: number): string {
  if (value >= 1000) return Math.round(value).toLocaleString('en-US');
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
