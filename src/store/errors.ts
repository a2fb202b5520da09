/** SQLite refused a statement; `code` is SQLite's, e.g. `SQLITE_FULL`. */
export class StoreError extends Error {
  override readonly name: string = 'StoreError';

  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message);
  }
}

/** A change was not kept, and nothing that was decided on top of it either: nobody may act as if it happened. */
export class CommitFailedError extends StoreError {
  override readonly name = 'CommitFailedError';
}

/** More changes wait for the disk than the writer holds; nothing of this change was kept. */
export class StoreBusyError extends StoreError {
  override readonly name = 'StoreBusyError';

  constructor() {
    super('too many changes are waiting to be written', 'BUSY_QUEUE');
  }
}
