import { rpcErrors } from '../../protocol/rpc/errors.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { ApplicationChecks } from '../applications/application-checks.js';
import {
  type Consent,
  type ConsentRequest,
  refuseConsent,
  requireSameName,
  toRpcError,
} from '../consent/consent.js';
import type { RpcSession } from '../sessions/session.js';

interface Decision {
  /** the person who decided; the decision does not apply to anybody who signs in later */
  readonly userId: Snowflake;
  readonly allowed: boolean;
}

/**
 * Which connections may record keys. No scope includes this permission: the person grants it with an AUTHORIZE of the
 * connection, or is asked at its first CAPTURE_SHORTCUT or shortcut of push-to-talk (docs/rpc.md, Key capture). A
 * decision here lasts as long as its connection; `Consent` stores permanent ones.
 */
export class KeyCapturePermissions {
  readonly #decisions = new WeakMap<RpcSession, Decision>();

  constructor(
    private readonly consent: Consent,
    private readonly checks: Pick<ApplicationChecks, 'find'>,
    /** called when a decision was made or forgotten */
    private readonly changed: () => void,
  ) {}

  /** Records that the person allowed this connection to record keys. */
  allow(session: RpcSession, userId: Snowflake): void {
    this.#decide(session, { userId, allowed: true });
  }

  /** Forgets that the person allowed it; what they denied stays denied. */
  withdraw(session: RpcSession): void {
    if (this.#decisions.get(session)?.allowed === true) this.forget(session);
  }

  /** Forgets the decision for a connection. */
  forget(session: RpcSession): void {
    if (this.#decisions.delete(session)) this.changed();
  }

  /** Whether the person allowed this connection to record keys, maybe before it has authenticated. */
  isAllowed(session: RpcSession): boolean {
    return this.#decisions.get(session)?.allowed === true;
  }

  /**
   * Whether this connection may receive the keys of another capture of its application, and choose a key of push-to-talk;
   * the person is not asked.
   *
   * @param userId for whom it acts, also after its authorization ended; undefined: nobody
   */
  mayListen(session: RpcSession, userId = session.authorization?.user.id): boolean {
    if (userId === undefined) return false;
    const decision = this.#decisions.get(session);
    return decision?.userId === userId ? decision.allowed : this.#isRemembered(session, userId);
  }

  /**
   * Asks the person, unless they have already decided for this connection. A denial applies until the connection
   * closes.
   *
   * @param signal withdraws the question; the promise then resolves without a decision
   * @param check throws if the connection may not record keys even if the person allows it; what they allow then is not
   * remembered
   * @throws {RpcError} 5000 if the person did not allow it, or was not asked, or the application was renamed meanwhile
   */
  async require(session: RpcSession, signal: AbortSignal, check: () => void): Promise<void> {
    const allowed = this.#decisionOf(session)?.allowed ?? (await this.#ask(session, signal, check));
    if (!allowed && !signal.aborted) throw rpcErrors.keyCaptureDenied();
  }

  /** Over IPC any program can name the application, so nothing that is remembered of it counts. */
  #isRemembered({ application, capabilities }: RpcSession, userId: Snowflake): boolean {
    return !capabilities.isLocal && this.consent.allowsKeyCapture(userId, application.id);
  }

  async #ask(session: RpcSession, signal: AbortSignal, check: () => void): Promise<boolean> {
    const { application, authorization, origin } = session;
    if (authorization === null) return false;
    const userId = authorization.user.id;
    const peer = await session.findPeer();
    const { isLocal } = session.capabilities;
    const give = async () => {
      if (!this.#isRemembered(session, userId)) requireSameName(await this.checks.find(session), application);
      if (signal.aborted) throw toRpcError(refuseConsent('withdrawn'));
      check();
      return userId;
    };
    const asked = { kind: 'capture', application, userId, guest: null, scopes: [] } as const;
    const request: ConsentRequest = { ...asked, origin, isLocal, peer, give };
    const answer = await this.consent.ask(request, signal).catch((error: unknown) => {
      if (signal.aborted) return refuseConsent('withdrawn');
      throw error;
    });
    if (signal.aborted) return false;
    // Only the person's own decision is stored; a request they did not see is answered once.
    if (!answer.allowed && answer.reason !== 'denied') throw toRpcError(answer);
    const { keyCapture: allowed } = answer;
    this.#decide(session, { userId, allowed });
    return allowed;
  }

  #decide(session: RpcSession, decision: Decision): void {
    this.#decisions.set(session, decision);
    this.changed();
  }

  #decisionOf(session: RpcSession): Decision | null {
    const decision = this.#decisions.get(session);
    return decision !== undefined && decision.userId === session.authorization?.user.id ? decision : null;
  }
}
