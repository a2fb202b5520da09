import { HeldElsewhereError } from '../../api/core/guild-owner.js';
import type { Logger } from '../../platform/log.js';
import { OutcomeUnknownError, StoreError } from '../../store/errors.js';
import type { AttemptedRequest } from './guild-request.js';
import type { OwnedRequests } from './owned-requests.js';
import { GuildAbsentError } from './request-errors.js';

/** What became of one attempt to carry out a request. */
export type Attempt =
  /** carried out, now or by an earlier attempt */
  | { readonly kind: 'done'; readonly text: string }
  /** as `done`, and the reply cannot be sent */
  | { readonly kind: 'too-long' }
  /** there is no such guild, and nothing of any attempt is stored */
  | { readonly kind: 'absent' }
  /** nothing was stored, and nothing of this attempt will be */
  | { readonly kind: 'not-done' }
  /** as `not-done`: another node owns the guild, for at least this time in milliseconds */
  | { readonly kind: 'elsewhere'; readonly node: string; readonly remainingMs: number }
  /** something may have been stored, or may be */
  | { readonly kind: 'unknown' };

/** Carries out a request on this node. Whatever is not known for certain counts as unknown. */
export async function attempt(
  owned: Pick<OwnedRequests, 'run'>,
  request: AttemptedRequest,
  log: Logger,
): Promise<Attempt> {
  try {
    return { kind: 'done', text: await owned.run(request) };
  } catch (error) {
    if (error instanceof HeldElsewhereError) {
      return { kind: 'elsewhere', node: error.node, remainingMs: error.remainingMs };
    }
    if (error instanceof GuildAbsentError) return { kind: 'absent' };
    if (!(error instanceof StoreError)) {
      log.error({ err: error, guild: request.guildId }, 'failed to carry out a request');
    }
    const isKnown = error instanceof StoreError && !(error instanceof OutcomeUnknownError);
    return { kind: isKnown ? 'not-done' : 'unknown' };
  }
}
