/** What happens with a change after it was handed in. Both are called in the order of handing in. */
export interface CommitListener {
  /** the change is durable; called before anything that was handed in later is */
  committed?(): void;
  /** the change was not stored; called before anybody can decide anything else */
  refused?(): void;
}

/** What happens with a removal: it is decided again until it is stored, so there is nothing to refuse. */
export type RevocationListener = Pick<CommitListener, 'committed'>;
