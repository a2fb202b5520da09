import type { Application } from '../../protocol/objects/application.js';
import { type RpcError, rpcErrors } from '../../protocol/rpc/errors.js';
import type { Scope } from '../../protocol/scopes.js';
import type { Snowflake } from '../../protocol/snowflake.js';

/** What an application asks the person to allow. */
export interface ConsentRequest {
  /** `authorize`: the scopes of an AUTHORIZE; `capture`: to record keys, at its first CAPTURE_SHORTCUT or shortcut of push-to-talk */
  readonly kind: 'authorize' | 'capture';
  readonly application: Application;
  /**
   * the person the application wants to act for; a decision applies to this person only. null: a guest that does not
   * exist yet
   */
  readonly userId: Snowflake | null;
  /** the name of the guest account that is created if the person agrees; null if somebody is signed in */
  readonly guest: string | null;
  /** the Origin of the connection; null if none was sent */
  readonly origin: string | null;
  /** whether it is connected over IPC, where any program may name the application: an earlier answer does not count */
  readonly isLocal: boolean;
  /** the process at the other end of the connection, null if unknown; it distinguishes programs that forge an Origin */
  readonly peer: string | null;
  /** empty for `capture`, which is a separate permission and not a scope */
  readonly scopes: readonly Scope[];
  /**
   * Gives the application what the person allowed, if the request is still what they read. A lasting permission is
   * remembered only after that.
   *
   * @returns the id of the person; of a guest, the one of their new account. @throws why nothing is given
   */
  readonly give: (grant: ConsentGrant) => Promise<Snowflake>;
}

/** A lasting permission of a person. */
export interface LastingConsent extends Pick<ConsentRequest, 'application' | 'origin' | 'scopes'> {
  readonly userId: Snowflake;
  /** whether the application may also record keys */
  readonly keyCapture: boolean;
}

/** The person allowed the request, now or earlier. */
export interface ConsentGrant {
  readonly allowed: true;
  /** true: until the person revokes it; false: until the connection closes */
  readonly lasting: boolean;
  /** whether the application may record key combinations */
  readonly keyCapture: boolean;
}

/**
 * Why a request was refused. denied: by the person; unanswered: nobody decided in time; withdrawn: its connection
 * closed; full: too many requests are waiting; back-off: earlier requests were denied or withdrawn; other-person: somebody
 * else signed in. Only `denied` means that the person saw the request.
 */
export type ConsentRefusalReason =
  | 'denied'
  | 'unanswered'
  | 'withdrawn'
  | 'full'
  | 'back-off'
  | 'other-person';

/** A request was refused. */
export interface ConsentRefusal {
  readonly allowed: false;
  readonly keyCapture: false;
  readonly reason: ConsentRefusalReason;
  /** seconds to wait before another request; 0: none */
  readonly retryAfter: number;
}

/** The answer to a consent request. */
export type ConsentAnswer = ConsentGrant | ConsentRefusal;

/** @param retryAfter seconds to wait before another request */
export function refuseConsent(reason: ConsentRefusalReason, retryAfter = 0): ConsentRefusal {
  return { allowed: false, keyCapture: false, reason, retryAfter };
}

/** Asks the person for consent. */
export interface Consent {
  /**
   * Resolves when the person has decided and what they allowed was given and remembered. If an earlier decision applies,
   * it is given at once, or after the service was asked whether it was revoked.
   *
   * @param signal withdraws the request, e.g. when the application disconnects
   * @throws what `give` throws
   */
  ask(request: ConsentRequest, signal: AbortSignal): Promise<ConsentAnswer>;
  /** Whether the person permanently allowed the application to record keys; it may have been revoked unnoticed. */
  allowsKeyCapture(userId: Snowflake, applicationId: Snowflake): boolean;
}

/**
 * The person agreed to what they read: it gives nothing of an application that has another name by now.
 *
 * @throws {RpcError} 5000 if it was renamed or deleted since the person was asked
 */
export function requireSameName(found: Pick<Application, 'name'> | null, { name }: Application): void {
  if (found?.name !== name) {
    throw rpcErrors.oauth2('access_denied', 'The application was renamed while the request waited');
  }
}

/** Converts a refused consent request to error 5000. Only a denial is attributed to the user. */
export function toRpcError({ reason, retryAfter }: ConsentRefusal): RpcError {
  switch (reason) {
    case 'denied':
      return rpcErrors.oauth2('access_denied', 'The user denied the request');
    case 'unanswered':
      return rpcErrors.oauth2('access_denied', 'The user did not answer in time');
    case 'withdrawn':
      return rpcErrors.oauth2('access_denied', 'The request was withdrawn');
    case 'other-person':
      return rpcErrors.oauth2('access_denied', 'Somebody else signed in while the request waited');
    case 'back-off':
      return rpcErrors.oauth2(
        'access_denied',
        `The user was not asked, because earlier requests were denied or withdrawn; try again in ${retryAfter} seconds`,
      );
    case 'full':
      return rpcErrors.oauth2(
        'temporarily_unavailable',
        'Too many requests wait for the user; try again later',
      );
  }
}
