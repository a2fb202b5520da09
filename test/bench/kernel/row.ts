import type { World } from '../servers/world.js';

/** What a round measures: each with its unit. */
export const MEASURES = {
  /** operations per second */
  rate: '/s',
  /** CPU time of the server's processes per operation */
  cpu: 'µs',
  /** CPU time of the database's processes per operation */
  database: 'µs',
  /** time that passes */
  time: 'ms',
  /** time of one operation, which half of them do not exceed */
  p50: 'ms',
  /** the same for 99 of 100 */
  p99: 'ms',
  /** resident memory of the server's processes */
  memory: 'kB',
  /** the same, pages that processes share divided among them */
  shareOfMemory: 'kB',
} as const;

export type Measure = keyof typeof MEASURES;

/** The result of one round of one subject. */
export interface Sample {
  readonly values: Readonly<Partial<Record<Measure, number>>>;
  /** how many cores the server's and the generator's processes used */
  readonly cores?: { readonly server: number; readonly generator: number };
}

/** A thing that a row measures: Guildhall, or what it is compared with. */
export interface Subject {
  /** e.g. `bare Fastify` */
  readonly name: string;
  /** Measures one round. @param ms how long a round with load lasts; others take as long as they need */
  measure(ms: number): Promise<Sample>;
}

/**
 * What a measure of Guildhall should be: as an absolute value, as a ratio to that of another subject, or as the difference to it.
 */
export interface Goal {
  readonly measure: Measure;
  /** the name of another subject; absent: the value itself */
  readonly against?: string;
  /** by default `ratio` where there is another subject */
  readonly as?: 'ratio' | 'difference';
  readonly atMost?: number;
  readonly atLeast?: number;
}

/** A row of the table: subjects that do the same work, measured in alternation. */
export interface Row {
  /** e.g. `GET guild`; unique, because results are compared by it */
  readonly name: string;
  readonly goals: readonly Goal[];
  /** whether its first subject is a daemon of the world's checkout, so that two checkouts can be compared by it */
  readonly isOfDaemon?: boolean;
  /** the number of rounds of a whole run, by default 11 */
  readonly rounds?: number;
  /** how many rounds long the one is that warms up, by default 3 */
  readonly warmUp?: number;
  /** why it cannot be measured here, or false */
  readonly skip?: string | false;
  /** Starts what the row needs. @returns its subjects, Guildhall first */
  open(world: World): Promise<readonly Subject[]>;
}
