/** Notified of the outcome of a submitted change. Both functions are called in the order of submission. */
export interface CommitListener {
  /** the change is durable; called before those of changes that were submitted later */
  committed?(): void;
  /** the change was not stored; called before anything else can be decided */
  refused?(): void;
}

/** Notified of the outcome of a removal. A removal is decided again until it is stored, so it is never refused. */
export type RevocationListener = Pick<CommitListener, 'committed'>;

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
