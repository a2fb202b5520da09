import type { Change } from './compare-results.js';
import type { GoalResult, RowResult, SubjectResult } from './judge-row.js';
import { type Goal, MEASURES, type Measure } from './row.js';
import type { Summary } from './statistics.js';

/** What is written for each measure: its name, and the unit from a thousand of the smaller one on. */
const LABELS: Readonly<Record<Measure, { readonly label: string; readonly larger?: string }>> = {
  rate: { label: 'rate' },
  cpu: { label: 'CPU', larger: 'ms' },
  database: { label: 'CPU of the database', larger: 'ms' },
  time: { label: 'time' },
  p50: { label: 'p50' },
  p99: { label: 'p99' },
  memory: { label: 'RSS', larger: 'MB' },
  shareOfMemory: { label: 'PSS', larger: 'MB' },
};

/** From here on a value is written in the larger unit. */
const MANY = 10_000;

/** A row as lines for a terminal. */
export function formatRow({ name, subjects, goals }: RowResult): string {
  const lines = subjects.map((subject) => {
    const parts = [
      formatValues(subject),
      formatRatios(subject),
      formatCores(subject, 'server ', 'generator '),
    ];
    return `  ${subject.subject.padEnd(17)} ${parts.filter((part) => part !== '').join(' · ')}`;
  });
  const judged = goals.map((result) => `  goal: ${formatGoal(result.goal, true)}: ${formatVerdict(result)}`);
  return [name, ...lines, ...judged].join('\n');
}

/** What was measured, e.g. `12,345/s, CPU 41.2 µs`. */
export function formatValues({ values, isRateVoid }: SubjectResult): string {
  return measuresOf(values)
    .map((measure) => {
      const isVoid = measure === 'rate' && isRateVoid;
      const label = measure === 'rate' ? '' : `${LABELS[measure].label} `;
      return `${label}${formatValue(measure, values[measure])}${isVoid ? ' (void)' : ''}`;
    })
    .join(', ');
}

/** Guildhall's ratios to a subject with their quartiles, e.g. `rate ×0.68 (0.66–0.70)`. */
export function formatRatios({ ratios = {} }: SubjectResult): string {
  return measuresOf(ratios)
    .map((measure) => `${LABELS[measure].label} ${formatRatio(ratios[measure])}`)
    .join(', ');
}

/** How many cores server and generator used. */
export function formatCores({ cores }: SubjectResult, server = '', generator = ''): string {
  if (cores === undefined) return '';
  return `${server}${cores.server.toFixed(2)}, ${generator}${cores.generator.toFixed(2)}`;
}

/** A goal in words, e.g. `CPU ≤ 1.15`. @param isWhole with the subject that it is about */
export function formatGoal({ measure, against, as, atMost, atLeast }: Goal, isWhole = false): string {
  const bound = atMost === undefined ? `≥ ${atLeast}` : `≤ ${atMost}`;
  const { label } = LABELS[measure];
  if (against === undefined) return `${label} ${bound} ${MEASURES[measure]}`;
  const other = isWhole ? ` ${as === 'difference' ? 'above' : 'of'} ${against}` : '';
  return as === 'difference'
    ? `${label} ${bound} ${MEASURES[measure]}${other === '' ? ' above' : other}`
    : `${label} ${bound}${other}`;
}

/** e.g. `1.12, met` */
export function formatVerdict({ value, verdict }: GoalResult): string {
  return value === undefined ? verdict : `${formatNumber(value)}, ${verdict}`;
}

/** e.g. `1.12 (1.10–1.15)`, with the quartiles in brackets */
function formatRatio(summary: Summary | undefined): string {
  if (summary === undefined) return '';
  const [median, low, high] = [summary.median, summary.low, summary.high].map(formatNumber);
  return `×${median} (${low}–${high})`;
}

/** Lines for a terminal: each ratio in an earlier run and now. */
export function formatChanges(commit: string, changes: readonly Change[]): string {
  return changes
    .map(({ subject, measure, before, now, verdict }) => {
      const ratios = `${formatRatio(before)} → ${formatRatio(now)}`;
      return `  since ${commit}: ${LABELS[measure].label} of ${subject} ${ratios}${verdict === undefined ? '' : `, ${verdict}`}\n`;
    })
    .join('');
}

function measuresOf(values: SubjectResult['values']): Measure[] {
  return Object.keys(values) as Measure[];
}

function formatValue(measure: Measure, summary: Summary | undefined): string {
  const value = summary?.median ?? 0;
  const unit = MEASURES[measure];
  const { larger } = LABELS[measure];
  if (larger !== undefined && value >= MANY) return `${formatNumber(value / 1000)} ${larger}`;
  return `${formatNumber(value)}${unit.startsWith('/') ? '' : ' '}${unit}`;
}

function formatNumber(value: number): string {
  if (value >= 1000) return Math.round(value).toLocaleString('en-US');
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
