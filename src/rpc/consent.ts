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
  /** empty for `capture`, which is a permission of its own and no scope */
  readonly scopes: readonly Scope[];
}

/** How a request was answered. */
export interface ConsentAnswer {
  readonly allowed: boolean;
  /** whether the application may record key combinations; never true unless `allowed` is */
  readonly keyCapture: boolean;
}

/** The answer to a request that was denied, withdrawn, or never shown. */
export const CONSENT_DENIED: ConsentAnswer = { allowed: false, keyCapture: false };

/** Asks the person at this machine. */
export interface Consent {
  /**
   * Waits until the person decides; a remembered decision answers at once.
   *
   * @param signal withdraws the request, e.g. when the application disconnects
   */
  ask(request: ConsentRequest, signal: AbortSignal): Promise<ConsentAnswer>;
}
