import { SingleFlight } from '../../platform/async/coalesce.js';
import { Emitter, type Listenable, type Unsubscribe } from '../../platform/async/events.js';
import type { Clock } from '../../platform/clock.js';
import { messageOf, UserError } from '../../platform/errors.js';
import type { Logger } from '../../platform/log.js';
import type { DescribeProcess } from '../../platform/processes/process-description.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import {
  type Consent,
  type ConsentAnswer,
  type ConsentGrant,
  type ConsentRefusal,
  type ConsentRequest,
  type LastingConsent,
  refuseConsent,
} from '../../rpc/consent/consent.js';
import { ConsentBackOff } from './consent-back-off.js';
import { type LastingGrants, type RememberedConsent, RememberedConsents } from './remembered-consents.js';
import type { WaitingConsent } from './waiting-consent.js';
import { type Prompt, requesterOf, type Waiter, WaitingPrompts } from './waiting-prompts.js';

/** The person's decision. `allow-once`: until the connection closes; `allow`: until they revoke it. */
export type ConsentDecision = 'allow-once' | 'allow' | 'deny';

/**
 * Consecutive denials of one application without a penalty, whichever of its programs asked: a program could start a
 * new process, and so be a new requester, for each request.
 */
const FREE_DENIALS_OF_APPLICATION = 4;

/** How often what is remembered is compared with the grants in a row, if revocations may have been missed meanwhile. */
const REVIEWS = 2;

/** The person allowed a request, and it was refused all the same, e.g. because the application was renamed meanwhile. */
export class NotGivenError extends UserError {
  constructor(cause: unknown) {
    super(
      `the application did not get what you allowed: ${messageOf(cause)}`,
      'The application can ask again.',
    );
  }
}

export interface ConsentDeskOptions {
  /** the service whose applications ask, as `account.json` names it */
  readonly service: string;
  /** The lasting grants of a person. @throws {ServiceError} also if somebody else is signed in */
  readonly listGrants: (userId: Snowflake) => Promise<LastingGrants>;
  /** whether the service reports revocations now */
  readonly reportsRevocations: () => boolean;
  /** how long a request waits for a decision, in milliseconds */
  readonly timeout: number;
  readonly describeProcess: DescribeProcess;
  readonly clock: Clock;
  readonly log: Logger;
}

interface DeskEvents {
  /** a new request needs a decision */
  waiting: WaitingConsent;
  /** the waiting requests changed */
  changed: readonly WaitingConsent[];
  /** a request was refused because nobody decided in time */
  unanswered: WaitingConsent;
  /** what is remembered changed */
  remembered: Record<string, never>;
}

/**
 * Queues requests until the person decides, in the console page or on the command line. Connections of one program with
 * the same request share a prompt and its answer (docs/adr/0010-consent.md).
 */
export class ConsentDesk implements Consent, Listenable<DeskEvents> {
  readonly #prompts: WaitingPrompts;
  readonly #backOff: ConsentBackOff;
  /** counts only denials: they come from the person, so a program that forges an Origin cannot cause them */
  readonly #applicationBackOff: ConsentBackOff;
  readonly #events: Emitter<DeskEvents>;
  /** how often somebody signed in */
  #signIns = 0;
  readonly #reviews = new SingleFlight<Snowflake, void>();

  private constructor(
    private readonly remembered: RememberedConsents,
    private readonly options: ConsentDeskOptions,
  ) {
    const { clock, log, timeout } = options;
    this.#prompts = new WaitingPrompts({ clock, timeout, onExpiry: (prompt) => this.#expire(prompt) });
    this.#backOff = new ConsentBackOff(clock);
    this.#applicationBackOff = new ConsentBackOff(clock, FREE_DENIALS_OF_APPLICATION);
    this.#events = Emitter.logging(log, 'consents');
  }

  /** @param path the file of remembered decisions */
  static async open(path: string, options: ConsentDeskOptions): Promise<ConsentDesk> {
    return new ConsentDesk(await RememberedConsents.open(path, options.service, options.clock), options);
  }

  on<Name extends keyof DeskEvents>(name: Name, listener: (event: DeskEvents[Name]) => void): Unsubscribe {
    return this.#events.on(name, listener);
  }

  async ask(request: ConsentRequest, signal: AbortSignal): Promise<ConsentAnswer> {
    if (signal.aborted) return refuseConsent('withdrawn');
    const signIns = this.#signIns;
    if (request.userId !== null && this.#isToReview(request)) {
      await this.review(request.userId);
      if (signal.aborted) return refuseConsent('withdrawn');
      if (signIns !== this.#signIns) return refuseConsent('other-person');
    }
    const keyCapture = this.#remembersKeyCapture(request);
    const isRemembered =
      request.kind === 'capture' ? keyCapture : this.#counts(request) && this.remembered.covers(request);
    if (isRemembered) {
      const grant: ConsentGrant = { allowed: true, lasting: true, keyCapture };
      await request.give(grant);
      return grant;
    }
    return this.#askPerson(request, signal, signIns);
  }

  /** @param signIns how often somebody had signed in when the request came */
  async #askPerson(request: ConsentRequest, signal: AbortSignal, signIns: number): Promise<ConsentAnswer> {
    const process = request.peer === null ? null : await this.options.describeProcess(request.peer);
    if (signal.aborted) return refuseConsent('withdrawn');
    if (signIns !== this.#signIns) return refuseConsent('other-person');
    const question = { request, offersKeyCapture: this.#offersKeyCapture(request), process };
    const waiting = this.#prompts.find(question);
    if (waiting !== undefined) return this.#join(waiting, request, signal);
    const requester = requesterOf(request);
    const { id } = request.application;
    const seconds = this.#secondsToWait(requester, id);
    if (seconds > 0) {
      this.options.log.info({ application: id, seconds }, 'refused a consent request in back-off');
      return refuseConsent('back-off', seconds);
    }
    if (this.#prompts.isFull(requester, id)) {
      this.options.log.warn({ application: id }, 'refused a consent request: too many wait');
      return refuseConsent('full');
    }
    const { prompt, isNew } = this.#prompts.add(question);
    const answer = this.#join(prompt, request, signal);
    this.#emitChanged();
    if (isNew) this.#events.emit('waiting', prompt.shown);
    return answer;
  }

  /** the waiting requests, oldest first */
  waiting(): WaitingConsent[] {
    return this.#prompts.list();
  }

  /**
   * Decides a request.
   *
   * @param allowKeyCapture whether an `authorize` request may also record keys; `capture` requests ask for exactly that
   * @returns false if no request with this id is waiting; true once what was allowed is given and saved
   * @throws {NotSavedError} it is allowed, but not remembered
   * @throws {NotGivenError} it was allowed too late, and is not remembered
   */
  async decide(id: string, decision: ConsentDecision, allowKeyCapture = false): Promise<boolean> {
    const prompt = this.#prompts.take(id);
    if (prompt === undefined) return false;
    const { request, requester, shown } = prompt;
    const { application } = request;
    if (decision === 'deny') {
      this.#backOff.noteDenial(requester);
      this.#applicationBackOff.noteDenial(application.id);
      this.#refuse(prompt, refuseConsent('denied', this.#secondsToWait(requester, application.id)));
      return true;
    }
    const asked = shown.key_capture && (allowKeyCapture || request.kind === 'capture');
    const lasting = decision === 'allow';
    this.#backOff.noteApproval(requester);
    this.#applicationBackOff.noteApproval(application.id);
    const keyCapture = asked || this.#remembersKeyCapture(request);
    let saving: Promise<unknown> | null = null;
    // Over IPC nothing that is remembered counts. What the connections of a prompt are given is saved once.
    const remember = async (userId: Snowflake) => {
      if (!lasting || request.isLocal) return null;
      saving ??= this.#remember({ ...request, userId, keyCapture: asked });
      return saving;
    };
    const failure = await this.#allow(prompt, { allowed: true, lasting, keyCapture }, remember);
    if (failure !== null) throw failure;
    return true;
  }

  /** Revocations may have been missed: what is remembered is compared with the grants before it counts again. */
  markUnreviewed(): void {
    this.remembered.markUnreviewed();
  }

  /** Forgets what is remembered of the signed-in person and no longer granted; if the service does not answer, it does not count. */
  review(userId: Snowflake): Promise<void> {
    return this.#reviews.run(userId, async () => {
      const { listGrants, log } = this.options;
      try {
        for (let attempts = 1; attempts <= REVIEWS; attempts += 1) {
          const isForgotten = await this.remembered.review(userId, () => listGrants(userId));
          if (isForgotten) this.#events.emit('remembered', {});
          if (this.remembered.isReviewed) return;
        }
      } catch (error) {
        log.debug({ err: error }, 'failed to compare remembered consents with the grants');
      }
    });
  }

  /** Refuses the requests to everybody but this person, who has signed in. */
  refuseOthers(userId: Snowflake): void {
    this.#signIns += 1;
    for (const prompt of this.#prompts.takeOthers(userId))
      this.#refuse(prompt, refuseConsent('other-person'));
  }

  /** Whether the person permanently allowed the application to record keys; it may have been revoked unnoticed. */
  allowsKeyCapture(userId: Snowflake | null, applicationId: Snowflake): boolean {
    return this.remembered.allowsKeyCapture(userId, applicationId);
  }

  /** The remembered decisions of this person, oldest first. */
  listRemembered(userId: Snowflake | null): RememberedConsent[] {
    return this.remembered.list(userId);
  }

  /** Forgets one remembered decision of this person. @returns whether there was one with this id */
  async forgetRemembered(userId: Snowflake | null, id: string): Promise<boolean> {
    return await this.remembered.forgetOne(userId, id).finally(() => this.#events.emit('remembered', {}));
  }

  /** Withdraws the permanent permission to record keys. */
  async withdrawKeyCapture(userId: Snowflake | null, applicationId: Snowflake): Promise<void> {
    const withdrawn = this.remembered.withdrawKeyCapture(userId, applicationId);
    await withdrawn.finally(() => this.#events.emit('remembered', {}));
  }

  /** Forgets remembered decisions about an application, so that it has to ask again. */
  async forget(applicationId: Snowflake): Promise<void> {
    await this.remembered.forget(applicationId).finally(() => this.#events.emit('remembered', {}));
  }

  #isToReview(request: ConsentRequest): boolean {
    const { application, userId } = request;
    return (
      !this.remembered.isReviewed && this.#counts(request) && this.remembered.knows(userId, application.id)
    );
  }

  /** Over IPC any program can name the application, so nothing that is remembered of it counts. */
  #counts({ isLocal }: ConsentRequest): boolean {
    return !isLocal && this.options.reportsRevocations();
  }

  #remembersKeyCapture(request: ConsentRequest): boolean {
    const { application, userId } = request;
    return (
      this.#counts(request) && this.remembered.isReviewed && this.allowsKeyCapture(userId, application.id)
    );
  }

  #secondsToWait(requester: string, applicationId: Snowflake): number {
    const ofApplication = this.#applicationBackOff.secondsToWait(applicationId);
    return Math.max(this.#backOff.secondsToWait(requester), ofApplication);
  }

  /** CAPTURE_SHORTCUT needs the scope `rpc`; a permission that exists is not requested again. */
  #offersKeyCapture(request: ConsentRequest): boolean {
    return request.scopes.includes('rpc') && !this.#remembersKeyCapture(request);
  }

  /** Waits for the answer to a prompt; the last waiter that leaves withdraws the prompt. */
  #join(prompt: Prompt, { give }: ConsentRequest, signal: AbortSignal): Promise<ConsentAnswer> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        async allow(grant, remember) {
          prompt.waiters.delete(waiter);
          try {
            const failure = await remember(await give(grant));
            resolve(grant);
            return failure;
          } catch (error) {
            reject(error);
            throw error;
          } finally {
            signal.removeEventListener('abort', leave);
          }
        },
        refuse(refusal) {
          prompt.waiters.delete(waiter);
          signal.removeEventListener('abort', leave);
          resolve(refusal);
        },
      };
      // Also while what was allowed is given, which the service may take long for.
      const leave = () => {
        resolve(refuseConsent('withdrawn'));
        if (prompt.waiters.delete(waiter) && prompt.waiters.size === 0) this.#withdraw(prompt);
      };
      signal.addEventListener('abort', leave, { once: true });
      prompt.waiters.add(waiter);
    });
  }

  #withdraw(prompt: Prompt): void {
    // Already decided; the answer is on its way.
    if (!this.#prompts.withdraw(prompt)) return;
    this.#backOff.noteWithdrawal(prompt.requester);
    this.#emitChanged();
  }

  #expire(prompt: Prompt): void {
    const { requester, shown } = prompt;
    this.#backOff.noteWithdrawal(requester);
    this.options.log.info({ application: shown.application.id }, 'a consent request ended without an answer');
    this.#refuse(prompt, refuseConsent('unanswered'));
    this.#events.emit('unanswered', shown);
  }

  #refuse(prompt: Prompt, refusal: ConsentRefusal): void {
    for (const waiter of [...prompt.waiters]) waiter.refuse(refusal);
    this.#emitChanged();
  }

  /**
   * Gives the connections of a prompt what the person allowed.
   *
   * @returns what `remember` gives. @throws {NotGivenError} none of them was given it
   */
  async #allow(
    prompt: Prompt,
    grant: ConsentGrant,
    remember: (userId: Snowflake) => Promise<unknown>,
  ): Promise<unknown> {
    const given = [...prompt.waiters].map((waiter) => waiter.allow(grant, remember));
    this.#emitChanged();
    const results = await Promise.allSettled(given);
    const fulfilled = results.find((result) => result.status === 'fulfilled');
    if (fulfilled !== undefined) return fulfilled.value;
    throw new NotGivenError(results.find((result) => result.status === 'rejected')?.reason);
  }

  #emitChanged(): void {
    this.#events.emit('changed', this.waiting());
  }

  /** The person agreed: if the disk is full, they are only asked again next time. @returns why; null if it was saved */
  async #remember(consent: LastingConsent): Promise<unknown> {
    try {
      await this.remembered.add(consent);
      this.#events.emit('remembered', {});
      // To know its grant: another one of the same application would be a new decision.
      void this.review(consent.userId);
      return null;
    } catch (error) {
      this.options.log.warn({ reason: messageOf(error) }, 'failed to remember a consent decision');
      return error;
    }
  }
}
