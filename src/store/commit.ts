/** Notified of the outcome of a submitted change. Both functions are called in the order of submission. */
export interface CommitListener {
  /** the change is durable; called before those of changes that were submitted later */
  committed?(): void;
  /** the change was not stored; called before anything else can be decided */
  refused?(): void;
}

/** Notified of the outcome of a removal. A removal is decided again until it is stored, so it is never refused. */
export type RevocationListener = Pick<CommitListener, 'committed'>;
