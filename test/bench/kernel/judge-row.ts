import type { Measured } from './measure-row.js';
import { type Goal, MEASURES, type Measure } from './row.js';
import { type Summary, summarize } from './statistics.js';

type Values = Readonly<Partial<Record<Measure, Summary>>>;

export interface SubjectResult {
  readonly subject: string;
  readonly values: Values;
  /** medians of the cores that were used; absent for rows without load */
  readonly cores?: { readonly server: number; readonly generator: number };
  /** Guildhall's values in those of this subject, per round; absent for Guildhall */
  readonly ratios?: Values;
  /** whether the generator limited the rate, and not the server */
  readonly isRateVoid: boolean;
}

export type Verdict = 'met' | 'MISSED' | 'void';

export interface GoalResult {
  readonly goal: Goal;
  /** absent if it could not be measured */
  readonly value?: number;
  readonly verdict: Verdict;
}

export interface RowResult {
  readonly name: string;
  readonly subjects: readonly SubjectResult[];
  readonly goals: readonly GoalResult[];
}

/** The share of a core from which a process counts as saturated. */
const SATURATED = 0.8;

/** Summarizes the rounds of a row and compares them with its goals. The first subject is Guildhall. */
export function judgeRow(name: string, goals: readonly Goal[], measured: readonly Measured[]): RowResult {
  const [ours, ...others] = measured;
  if (ours === undefined) throw new TypeError(`${name} has no subjects`);
  const subjects = [summarizeSubject(ours), ...others.map((other) => summarizeSubject(other, ours))];
  return { name, subjects, goals: goals.map((goal) => judgeGoal(goal, subjects)) };
}

function summarizeSubject(measured: Measured, ours?: Measured): SubjectResult {
  const cores = medianCores(measured);
  return {
    subject: measured.subject,
    values: mapMeasures((measure) => valuesOf(measured, measure)),
    ...(cores === undefined ? {} : { cores }),
    ...(ours === undefined ? {} : { ratios: mapMeasures((measure) => ratiosOf(ours, measured, measure)) }),
    isRateVoid: cores !== undefined && cores.generator > SATURATED && cores.server < SATURATED,
  };
}

function mapMeasures(toValues: (measure: Measure) => number[]): Values {
  const entries = (Object.keys(MEASURES) as Measure[]).map(
    (measure) => [measure, toValues(measure)] as const,
  );
  return Object.fromEntries(
    entries
      .filter(([, values]) => values.length > 0)
      .map(([measure, values]) => [measure, summarize(values)]),
  );
}

function valuesOf({ samples }: Measured, measure: Measure): number[] {
  return samples.map(({ values }) => values[measure]).filter((value) => value !== undefined);
}

/** Per round: what slows the machine down for a while slows down both. */
function ratiosOf(ours: Measured, other: Measured, measure: Measure): number[] {
  const others = valuesOf(other, measure);
  const own = valuesOf(ours, measure);
  return others.length === own.length ? own.map((value, round) => value / (others[round] ?? 0)) : [];
}

function medianCores({ samples }: Measured): SubjectResult['cores'] {
  const cores = samples.map((sample) => sample.cores).filter((each) => each !== undefined);
  if (cores.length === 0) return undefined;
  return {
    server: summarize(cores.map(({ server }) => server)).median,
    generator: summarize(cores.map(({ generator }) => generator)).median,
  };
}

function judgeGoal(goal: Goal, subjects: readonly SubjectResult[]): GoalResult {
  const { measure, against } = goal;
  const ours = subjects[0];
  const other = subjects.find(({ subject }) => subject === against);
  const isVoid = measure === 'rate' && (ours?.isRateVoid === true || other?.isRateVoid === true);
  const value = against === undefined ? ours?.values[measure]?.median : compare(goal, ours, other);
  if (value === undefined) return { goal, verdict: 'void' };
  const { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY } = goal;
  const isMet = value <= atMost && value >= atLeast;
  return { goal, value, verdict: isVoid ? 'void' : isMet ? 'met' : 'MISSED' };
}

function compare({ measure, as }: Goal, ours?: SubjectResult, other?: SubjectResult): number | undefined {
  if (as !== 'difference') return other?.ratios?.[measure]?.median;
  const [own, theirs] = [ours?.values[measure]?.median, other?.values[measure]?.median];
  return own === undefined || theirs === undefined ? undefined : own - theirs;
}
