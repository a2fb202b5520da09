import type { Application } from '../protocol/objects/application.js';
import type { Scope } from '../protocol/scopes.js';
import type { Snowflake } from '../protocol/snowflake.js';

/** What an application asks the person for. */
export interface ConsentRequest {
  /** `authorize`: the scopes of an AUTHORIZE; `capture`: to record keys, at its first CAPTURE_SHORTCUT */
  readonly kind: 'authorize' | 'capture';
  readonly application: Application;
  /** the person it wants to act for: what one allowed says nothing about another; null: the guest that is to be made */
  readonly userId: Snowflake | null;
  /** the name of the guest account that is made if it is let in; null where somebody is signed in */
  readonly guest: string | null;
  /** the Origin of the connection, null where none was sent */
  readonly origin: string | null;
  /** the program at the other end of the connection, null if that is unknown; programs can forge an Origin */
  readonly peer: string | null;
  /** empty for `capture`, which is a permission of its own and no scope */
  readonly scopes: readonly Scope[];
}

/** The person allowed a request, now or earlier. */
export interface ConsentGrant {
  readonly allowed: true;
  /** until the person revokes it; otherwise until the connection ends */
  readonly lasting: boolean;
  /** whether the application may record key combinations */
  readonly keyCapture: boolean;
}

/**
 * Why a request was refused. denied: by the person; withdrawn: its connection ended; full: too many requests wait;
 * back-off: earlier ones were denied or withdrawn. Only `denied` says that the person saw it.
 */
export type ConsentRefusalReason = 'denied' | 'withdrawn' | 'full' | 'back-off';

/** A request was refused. */
export interface ConsentRefusal {
  readonly allowed: false;
  readonly keyCapture: false;
  readonly reason: ConsentRefusalReason;
  /** seconds until it makes sense to ask again; 0: at once */
  readonly retryAfter: number;
}

/** How a request was answered. */
export type ConsentAnswer = ConsentGrant | ConsentRefusal;

/** @param retryAfter seconds until it makes sense to ask again */
export function refuseConsent(reason: ConsentRefusalReason, retryAfter = 0): ConsentRefusal {
  return { allowed: false, keyCapture: false, reason, retryAfter };
}

/** Asks the person at this machine. */
export interface Consent {
  /**
   * Waits until the person decides; a remembered decision answers at once.
   *
   * @param signal withdraws the request, e.g. when the application disconnects
   */
  ask(request: ConsentRequest, signal: AbortSignal): Promise<ConsentAnswer>;
  /** Whether the person allowed the application for good to record key combinations. */
  allowsKeyCapture(userId: Snowflake, applicationId: Snowflake): boolean;
}
