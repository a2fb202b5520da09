/** The store failed; `code` is the database's code, e.g. `SQLITE_FULL`. */
export class StoreError extends Error {
  override readonly name: string = 'StoreError';
  /** whether a change that failed may be stored nevertheless */
  readonly mayBeStored: boolean = false;
  /** whether nothing is broken: clients alone can cause it, e.g. by many changes at once, or the service stops */
  readonly isOfLoad: boolean = false;

  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message);
  }
}

/** The server of the store cannot be reached, or does not accept connections yet: it may later. */
export class UnreachableError extends StoreError {
  override readonly name: string = 'UnreachableError';
}

/**
 * A change was not stored, and neither was anything that was decided on top of it, so it must be treated as if it had
 * not happened.
 */
export class CommitFailedError extends StoreError {
  override readonly name: string = 'CommitFailedError';
}

/**
 * Whether a change was stored is unknown: the connection to the database was lost, or the disk failed, while it was
 * committed. What was decided on top of it was not stored.
 */
export class OutcomeUnknownError extends StoreError {
  override readonly name = 'OutcomeUnknownError';
  override readonly mayBeStored = true;

  constructor(reason: string) {
    super(`it is unknown whether the change was stored: ${reason}`, 'OUTCOME_UNKNOWN');
  }
}

/** Too many changes are waiting to be written; nothing of this change was stored. */
export class StoreBusyError extends StoreError {
  override readonly name = 'StoreBusyError';
  override readonly isOfLoad = true;

  constructor() {
    super('too many changes are waiting to be written', 'BUSY_QUEUE');
  }
}

/** The service stops, and has closed its store. */
export class StoreClosedError extends StoreError {
  override readonly name = 'StoreClosedError';
  override readonly isOfLoad = true;

  constructor() {
    super('the store is closed, because the service stops', 'CLOSED');
  }
}

/** The store was found to be damaged while it is used; it accepts no more changes. */
export class StoreDamagedError extends StoreError {
  override readonly name = 'StoreDamagedError';

  constructor(path: string, reason: string) {
    super(`the store ${path} is damaged: ${reason}; restore a backup of it`, 'DAMAGED');
  }
}

/** The requirement of a change that was not met. */
export type Conflict =
  /** a guild was changed since it was loaded, or the change before this one was refused */
  | 'version'
  /** the row that the change replaces is no longer as it was read */
  | 'changed'
  /** the name and discriminator of an account, the code of an invite or the DM of two users already exists */
  | 'taken'
  /** a code, token or backup code was used before */
  | 'used'
  /** what the change refers to was deleted */
  | 'gone'
  /** another node owns the guild, or did since it was loaded */
  | 'owner'
  /** a change with the key of this request is stored already */
  | 'repeated'
  /** the maximum number of guilds of a user */
  | 'guildsOfUser'
  /** the maximum number of guilds created by an application */
  | 'guildsOfApplication'
  /** the maximum number of channels created by an application */
  | 'channelsOfApplication'
  /** the maximum number of groups created by an application */
  | 'groupsOfApplication'
  /** the maximum number of groups of a user */
  | 'groupsOfUser';

/**
 * A condition of a change does not hold, so nothing of it was stored. Other changes of the same commit are not
 * affected.
 */
export class ConflictError extends CommitFailedError {
  override readonly name = 'ConflictError';
  override readonly isOfLoad = true;

  constructor(readonly conflict: Conflict) {
    super(`the change was not stored: ${conflict}`, 'CONFLICT');
  }
}
