import type { Trial } from './trial.js';

/** One line of the specification, and how it is tried. */
export type Row = TriedRow | ExcludedRow;

export interface TriedRow {
  /** the line in the specification's words */
  readonly line: string;
  /** sends what the line is about. @throws WrongReply where the answer differs from the line */
  readonly check: (trial: Trial) => Promise<void>;
}

export interface ExcludedRow {
  readonly line: string;
  /** why the line cannot be right or wrong here */
  readonly notApplicable: string;
}

/** The rows of one table of the specification, in its order. */
export interface Table {
  readonly title: string;
  readonly rows: readonly Row[];
}

export type Verdict = 'right' | 'wrong' | 'not applicable';

/** What came of one row. */
export interface Result {
  readonly line: string;
  readonly verdict: Verdict;
  readonly reason: string;
  readonly sent: readonly string[];
  readonly received: readonly string[];
  readonly events: readonly string[];
}

export interface TableResult {
  readonly title: string;
  readonly results: readonly Result[];
}
