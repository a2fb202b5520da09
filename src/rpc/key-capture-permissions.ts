import { rpcErrors } from '../protocol/rpc/errors.js';
import type { Snowflake } from '../protocol/snowflake.js';
import type { Consent } from './consent.js';
import { toRpcError } from './consent-error.js';
import type { RpcSession } from './session.js';

interface Decision {
  /** whom the person decided for; it says nothing about anybody else who signs in later */
  readonly userId: Snowflake;
  readonly allowed: boolean;
}

/**
 * Which connections may record keys. No scope brings that: the person decides it with an AUTHORIZE of the connection, or
 * is asked at its first CAPTURE_SHORTCUT (docs/rpc.md, Key capture). A decision holds as long as its connection; one that
 * lasts longer is kept by whoever answers requests.
 */
export class KeyCapturePermissions {
  readonly #decisions = new WeakMap<RpcSession, Decision>();

  constructor(private readonly consent: Consent) {}

  /** The person allowed this connection to record keys. */
  allow(session: RpcSession, userId: Snowflake): void {
    this.#decisions.set(session, { userId, allowed: true });
  }

  /** Forgets what was decided for a connection. */
  forget(session: RpcSession): void {
    this.#decisions.delete(session);
  }

  /** Whether this connection may record keys without a question. */
  isAllowed(session: RpcSession): boolean {
    return this.#decisionOf(session)?.allowed === true;
  }

  /** Whether this connection may get keys that another one of its application captures; nobody is asked. */
  mayListen(session: RpcSession): boolean {
    const { application, authorization } = session;
    if (authorization === null) return false;
    const decision = this.#decisionOf(session);
    return decision?.allowed ?? this.consent.allowsKeyCapture(authorization.user.id, application.id);
  }

  /**
   * Asks the person, unless they have decided for this connection. A denial stays until the connection ends.
   *
   * @param signal withdraws the question; it resolves then, and nothing is decided
   * @throws {RpcError} 5000 if the person did not allow it, or was not asked
   */
  async require(session: RpcSession, signal: AbortSignal): Promise<void> {
    const allowed = this.#decisionOf(session)?.allowed ?? (await this.#ask(session, signal));
    if (!allowed && !signal.aborted) throw rpcErrors.keyCaptureDenied();
  }

  async #ask(session: RpcSession, signal: AbortSignal): Promise<boolean> {
    const { application, authorization, origin } = session;
    if (authorization === null) return false;
    const userId = authorization.user.id;
    const peer = await session.findPeer();
    const request = { kind: 'capture', application, userId, guest: null, origin, peer, scopes: [] } as const;
    const answer = await this.consent.ask(request, signal);
    if (signal.aborted) return false;
    // Only the person decides; a request they did not see is answered and not kept.
    if (!answer.allowed && answer.reason !== 'denied') throw toRpcError(answer);
    const { keyCapture: allowed } = answer;
    this.#decisions.set(session, { userId, allowed });
    return allowed;
  }

  #decisionOf(session: RpcSession): Decision | null {
    const decision = this.#decisions.get(session);
    return decision !== undefined && decision.userId === session.authorization?.user.id ? decision : null;
  }
}
