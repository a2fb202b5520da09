import { randomBytes } from 'node:crypto';
import type { Clock } from '../../platform/clock.js';
import { messageOf } from '../../platform/errors.js';
import { Emitter, type Listenable, type Unsubscribe } from '../../platform/events.js';
import type { Logger } from '../../platform/log.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { timestamp } from '../../protocol/timestamp.js';
import { CONSENT_DENIED, type Consent, type ConsentAnswer, type ConsentRequest } from '../../rpc/consent.js';
import { describePermissions } from './permissions.js';
import { RememberedConsents } from './remembered-consents.js';
import type { WaitingConsent } from './waiting-consent.js';

/** How many requests of one application wait at a time; the next one is denied unseen. */
const WAITING_PER_APPLICATION = 3;
/** How many requests wait at a time in all: nobody can bury a request under others. */
const WAITING_IN_ALL = 20;

export type ConsentDecision = 'allow-once' | 'allow-and-remember' | 'deny';

interface DeskEvents {
  /** a request came that the person has to decide */
  waiting: WaitingConsent;
  /** the waiting requests are others than before */
  changed: readonly WaitingConsent[];
}

interface Pending {
  readonly shown: WaitingConsent;
  readonly request: ConsentRequest;
  readonly settle: (answer: ConsentAnswer) => void;
}

/** Where AUTHORIZE requests wait until the person decides, in the console page or on the command line. */
export class ConsentDesk implements Consent, Listenable<DeskEvents> {
  readonly #pending = new Map<string, Pending>();
  readonly #events: Emitter<DeskEvents>;

  constructor(
    private readonly remembered: RememberedConsents,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {
    this.#events = new Emitter((error) => log.error({ err: error }, 'a consent listener failed'));
  }

  /** @param path the file of remembered decisions */
  static async open(path: string, clock: Clock, log: Logger): Promise<ConsentDesk> {
    return new ConsentDesk(await RememberedConsents.open(path), clock, log);
  }

  on<Name extends keyof DeskEvents>(name: Name, listener: (event: DeskEvents[Name]) => void): Unsubscribe {
    return this.#events.on(name, listener);
  }

  async ask(request: ConsentRequest, signal: AbortSignal): Promise<ConsentAnswer> {
    if (signal.aborted) return CONSENT_DENIED;
    const keyCapture = this.allowsKeyCapture(request.userId, request.application.id);
    const isRemembered = request.kind === 'capture' ? keyCapture : this.remembered.covers(request);
    if (isRemembered) return { allowed: true, keyCapture };
    if (this.#isFull(request.application.id)) {
      this.log.warn({ application: request.application.id }, 'too many consent requests wait: denied unseen');
      return CONSENT_DENIED;
    }
    return this.#wait(request, signal);
  }

  /** the requests that wait, oldest first */
  waiting(): WaitingConsent[] {
    return [...this.#pending.values()].map((pending) => pending.shown);
  }

  /**
   * Settles a request.
   *
   * @param allowKeyCapture whether an `authorize` request is also allowed to record keys; `capture` asks for that alone
   * @returns false if none with this id waits (any more)
   */
  async decide(id: string, decision: ConsentDecision, allowKeyCapture = false): Promise<boolean> {
    const pending = this.#pending.get(id);
    if (pending === undefined) return false;
    const { request, settle, shown } = pending;
    const allowed = decision !== 'deny';
    const keyCapture = allowed && shown.key_capture && (allowKeyCapture || request.kind === 'capture');
    if (decision === 'allow-and-remember') await this.#remember(request, keyCapture);
    settle({
      allowed,
      keyCapture: keyCapture || (allowed && this.allowsKeyCapture(request.userId, request.application.id)),
    });
    return true;
  }

  /** Whether the person allowed the application for good to record key combinations. */
  allowsKeyCapture(userId: Snowflake | null, applicationId: Snowflake): boolean {
    return this.remembered.allowsKeyCapture(userId, applicationId);
  }

  /** Forgets remembered decisions about an application: it has to ask again. */
  async forget(applicationId: Snowflake): Promise<void> {
    await this.remembered.forget(applicationId);
  }

  /** Only `rpc` has CAPTURE_SHORTCUT, and what the person allowed before is not asked again. */
  #offersKeyCapture(request: ConsentRequest): boolean {
    return request.scopes.includes('rpc') && !this.allowsKeyCapture(request.userId, request.application.id);
  }

  #isFull(applicationId: Snowflake): boolean {
    const sameApplication = this.waiting().filter((one) => one.application.id === applicationId);
    return sameApplication.length >= WAITING_PER_APPLICATION || this.#pending.size >= WAITING_IN_ALL;
  }

  #wait(request: ConsentRequest, signal: AbortSignal): Promise<ConsentAnswer> {
    const id = randomBytes(4).toString('hex');
    const shown: WaitingConsent = {
      id,
      kind: request.kind,
      key_capture: request.kind === 'capture' || this.#offersKeyCapture(request),
      application: request.application,
      origin: request.origin,
      guest: request.guest,
      scopes: [...request.scopes],
      permissions: describePermissions(request),
      requested_at: timestamp(this.clock.now()),
    };
    return new Promise((resolve) => {
      const withdraw = () => settle(CONSENT_DENIED);
      const settle = (answer: ConsentAnswer) => {
        signal.removeEventListener('abort', withdraw);
        if (!this.#pending.delete(id)) return;
        resolve(answer);
        this.#events.emit('changed', this.waiting());
      };
      signal.addEventListener('abort', withdraw, { once: true });
      this.#pending.set(id, { shown, request, settle });
      this.#events.emit('changed', this.waiting());
      this.#events.emit('waiting', shown);
    });
  }

  async #remember(request: ConsentRequest, keyCapture: boolean): Promise<void> {
    try {
      await this.remembered.add(request, keyCapture);
    } catch (error) {
      // The person said yes: a full disk must not turn that into a no, it only means being asked again.
      this.log.warn({ reason: messageOf(error) }, 'the decision could not be remembered');
    }
  }
}
