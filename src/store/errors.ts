/** The store failed; `code` is that of the database, e.g. `SQLITE_FULL`. */
export class StoreError extends Error {
  override readonly name: string = 'StoreError';

  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message);
  }
}

/** A change was not stored, nor was anything that was decided on top of it: nobody may act as if it happened. */
export class CommitFailedError extends StoreError {
  override readonly name: string = 'CommitFailedError';
}

/** More changes wait for the disk than the store takes; nothing of this change was stored. */
export class StoreBusyError extends StoreError {
  override readonly name = 'StoreBusyError';

  constructor() {
    super('too many changes are waiting to be written', 'BUSY_QUEUE');
  }
}

/** What a change requires of the store and did not find. */
export type Conflict =
  /** a guild was changed by somebody else since it was loaded, or the change before this one was refused */
  | 'version'
  /** what the change replaces is no longer as it was read */
  | 'changed'
  /** the name and number of an account, the code of an invite or the DM of two users belong to something else */
  | 'taken'
  /** a code, token or backup code was used before */
  | 'used'
  /** what the change refers to was deleted */
  | 'gone'
  /** the most guilds of a user */
  | 'guildsOfUser'
  /** the most guilds that an application has created */
  | 'guildsOfApplication'
  /** the most channels that an application has created */
  | 'channelsOfApplication'
  /** the most groups that an application has created */
  | 'groupsOfApplication';

/** A condition of a change does not hold, so nothing of it was stored. Other changes of the same commit are. */
export class ConflictError extends CommitFailedError {
  override readonly name = 'ConflictError';

  constructor(readonly conflict: Conflict) {
    super(`the change was not stored: ${conflict}`, 'CONFLICT');
  }
}
