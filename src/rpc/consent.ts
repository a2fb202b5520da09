import type { Application } from '../protocol/objects/application.js';
import type { Scope } from '../protocol/scopes.js';
import type { Snowflake } from '../protocol/snowflake.js';

/** What an application asks for with AUTHORIZE. */
export interface ConsentRequest {
  readonly application: Application;
  /** the person it wants to act for: what one allowed says nothing about another; null: the guest that is to be made */
  readonly userId: Snowflake | null;
  /** the name of the guest account that is made if it is let in; null where somebody is signed in */
  readonly guest: string | null;
  /** the Origin of the connection, null where none was sent */
  readonly origin: string | null;
  readonly scopes: readonly Scope[];
}

/** Asks the person at this machine. */
export interface Consent {
  /**
   * Waits until the person decides; a remembered decision answers at once.
   *
   * @param signal withdraws the request, e.g. when the application disconnects
   * @returns whether the application is let in
   */
  ask(request: ConsentRequest, signal: AbortSignal): Promise<boolean>;
}
