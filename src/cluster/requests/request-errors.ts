import { StoreError } from '../../store/errors.js';

/** There is no such guild, and nothing of the request was stored. */
export class GuildAbsentError extends StoreError {
  override readonly name = 'GuildAbsentError';

  constructor() {
    super('there is no such guild', 'GUILD_ABSENT');
  }
}

/** No node could carry out a request before its deadline, and nothing of it was stored. */
export class GuildUnavailableError extends StoreError {
  override readonly name = 'GuildUnavailableError';
  override readonly isOfLoad = true;

  constructor() {
    super('no node could carry out the request in time', 'GUILD_UNAVAILABLE');
  }
}

/** A request was carried out, and its reply is too long for any node to accept it. */
export class ReplyTooLongError extends StoreError {
  override readonly name = 'ReplyTooLongError';
  override readonly mayBeStored = true;

  constructor() {
    super('the reply is too long to be sent to another node', 'REPLY_TOO_LONG');
  }
}

/** The error of a request that changes nothing: it can be repeated, whatever became of it. */
export function toReadError(error: unknown): unknown {
  return error instanceof RequestOutcomeUnknownError ? new GuildUnavailableError() : error;
}

/** The deadline of a request ended before it was known whether it was carried out. */
export class RequestOutcomeUnknownError extends StoreError {
  override readonly name = 'RequestOutcomeUnknownError';
  override readonly mayBeStored = true;
  override readonly isOfLoad = true;

  constructor() {
    super('it is unknown whether the request was carried out', 'REQUEST_OUTCOME_UNKNOWN');
  }
}
