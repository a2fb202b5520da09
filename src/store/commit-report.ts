/** What became of a batch of changes that was handed to the database. */
export interface CommitReport {
  /** the changes in the batch */
  readonly changes: number;
  /** those that were refused because the node no longer owned their guild (docs/adr/0044-one-owner-per-guild.md) */
  readonly stale: number;
  /** whether the batch could not be stored, or it is unknown whether it was */
  readonly isFailed: boolean;
  readonly seconds: number;
}

/** Called after each batch. It must not throw. */
export type ObserveCommits = (report: CommitReport) => void;
