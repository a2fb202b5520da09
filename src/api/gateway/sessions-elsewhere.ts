import type { Caller } from '../core/caller.js';
import type { Session } from './session.js';
import type { SessionTransport } from './session-options.js';

/** Sessions that other nodes have ended so that their clients can resume them here. */
export interface SessionsElsewhere {
  /**
   * Continues a session here, with everything that it has missed; it waits for its client like one that has lost its connection.
   *
   * @param resumeId the id that the client names
   * @param transport the connection of the client
   * @returns null if there is none, or if it cannot be continued exactly
   */
  continueHere(resumeId: string, caller: Caller, transport: SessionTransport): Promise<Session | null>;
}
