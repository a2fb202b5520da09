import { randomBytes } from 'node:crypto';
import { BoundedMap } from '../../platform/async/bounded-map.js';
import { type Clock, hasPassed } from '../../platform/clock.js';
import type { ProcessDescription } from '../../platform/processes/process-description.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { timestamp } from '../../protocol/timestamp.js';
import type { ConsentGrant, ConsentRefusal, ConsentRequest } from '../../rpc/consent/consent.js';
import { describePermissions } from './permissions.js';
import type { WaitingConsent } from './waiting-consent.js';

/** The maximum number of waiting prompts per requester. */
const MAX_PROMPTS_PER_REQUESTER = 3;
/** The maximum number of waiting prompts per application, so that the rest stays available for others. */
const MAX_PROMPTS_PER_APPLICATION = 8;
/** The maximum number of waiting prompts; further ones are refused, so that none is displaced. */
const MAX_PROMPTS = 20;
/** A request that is repeated within this time of its withdrawal reuses the prompt, in milliseconds. */
const RETURN_WITHIN_MS = 60_000;

/** A connection that waits for the answer to a prompt. */
export interface Waiter {
  /**
   * Gives the connection what the person allowed.
   *
   * @param remember called once it was given; the connection gets its reply after that
   * @returns what `remember` gives. @throws why nothing was given
   */
  allow(grant: ConsentGrant, remember: (userId: Snowflake) => Promise<unknown>): Promise<unknown>;
  refuse(refusal: ConsentRefusal): void;
}

/** A question to the person, shared by all connections with the same request. */
export interface Prompt {
  readonly key: string;
  readonly requester: string;
  readonly request: ConsentRequest;
  readonly shown: WaitingConsent;
  readonly waiters: Set<Waiter>;
  readonly stopTimer: () => void;
}

export interface WaitingPromptsOptions {
  readonly clock: Clock;
  /** how long a prompt waits, in milliseconds */
  readonly timeout: number;
  /** called with a prompt that waited for so long, which is no longer among the waiting ones */
  readonly onExpiry: (prompt: Prompt) => void;
}

/** A request with what else the person sees of it. */
export interface Question {
  readonly request: ConsentRequest;
  /** whether an `authorize` request can also allow recording keys */
  readonly offersKeyCapture: boolean;
  /** the program that asks */
  readonly process: ProcessDescription | null;
}

interface Withdrawn {
  readonly shown: WaitingConsent;
  /** milliseconds since the Unix epoch */
  readonly at: number;
}

/** Identifies a requester: refusals and limits of one requester do not affect others. */
export function requesterOf({ kind, application, origin, peer }: ConsentRequest): string {
  // The same processes, whichever of them connected.
  return JSON.stringify([kind, application.id, origin, peer?.split(',').sort().join() ?? null]);
}

/** The prompts that wait for the person. */
export class WaitingPrompts {
  readonly #byKey = new Map<string, Prompt>();
  /** recently shown and withdrawn, oldest first */
  readonly #withdrawn = new BoundedMap<string, Withdrawn>(MAX_PROMPTS);

  constructor(private readonly options: WaitingPromptsOptions) {}

  /** Oldest first. */
  list(): WaitingConsent[] {
    return [...this.#byKey.values()].map(({ shown }) => shown);
  }

  /** Removes and returns the prompt with this id, to be answered. */
  take(id: string): Prompt | undefined {
    return this.#take(({ shown }) => shown.id === id)[0];
  }

  /** Removes and returns the prompts of everybody but this person, to be refused. */
  takeOthers(userId: Snowflake): Prompt[] {
    return this.#take(({ request }) => request.userId !== userId);
  }

  /** The waiting prompt of the same requester that shows the same. */
  find(question: Question): Prompt | undefined {
    return this.#byKey.get(keyOf(question));
  }

  isFull(requester: string, applicationId: Snowflake): boolean {
    const prompts = [...this.#byKey.values()];
    const own = prompts.filter((prompt) => prompt.requester === requester);
    const ofApplication = prompts.filter(({ request }) => request.application.id === applicationId);
    return (
      own.length >= MAX_PROMPTS_PER_REQUESTER ||
      ofApplication.length >= MAX_PROMPTS_PER_APPLICATION ||
      prompts.length >= MAX_PROMPTS
    );
  }

  /**
   * Adds a prompt. One that was recently withdrawn is restored.
   *
   * @returns the prompt, and whether it is new to the person
   */
  add(question: Question): { prompt: Prompt; isNew: boolean } {
    const { request, offersKeyCapture, process } = question;
    const { clock, timeout } = this.options;
    const key = keyOf(question);
    const earlier = this.#takeWithdrawn(key);
    const { kind, application, origin, guest, scopes } = request;
    const shown: WaitingConsent = {
      id: earlier?.id ?? randomBytes(4).toString('hex'),
      kind,
      key_capture: kind === 'capture' || offersKeyCapture,
      application,
      origin,
      guest,
      process: process === null ? null : { ...process },
      scopes: [...scopes],
      permissions: describePermissions(request),
      requested_at: earlier?.requested_at ?? timestamp(clock.now()),
      expires_at: timestamp(clock.now() + timeout),
    };
    const prompt: Prompt = {
      key,
      requester: requesterOf(request),
      request,
      shown,
      waiters: new Set<Waiter>(),
      stopTimer: clock.after(timeout, () => this.#expire(prompt)),
    };
    this.#byKey.set(key, prompt);
    return { prompt, isNew: earlier === undefined };
  }

  /** Removes a prompt without waiters. @returns false if it was already taken */
  withdraw({ key, shown, stopTimer }: Prompt): boolean {
    if (!this.#byKey.delete(key)) return false;
    stopTimer();
    this.#withdrawn.set(key, { shown, at: this.options.clock.now() });
    return true;
  }

  #take(isMeant: (prompt: Prompt) => boolean): Prompt[] {
    const taken = [...this.#byKey.values()].filter(isMeant);
    for (const { key, stopTimer } of taken) {
      stopTimer();
      this.#byKey.delete(key);
    }
    return taken;
  }

  #expire(prompt: Prompt): void {
    this.#byKey.delete(prompt.key);
    this.options.onExpiry(prompt);
  }

  #takeWithdrawn(key: string): WaitingConsent | undefined {
    const withdrawn = this.#withdrawn.get(key);
    this.#withdrawn.delete(key);
    if (withdrawn === undefined || hasPassed(this.options.clock.now(), withdrawn.at, RETURN_WITHIN_MS + 1))
      return undefined;
    return withdrawn.shown;
  }
}

/** The same for questions that show the same: an id must not stand for anything else than the person has seen. */
function keyOf({ request, offersKeyCapture, process }: Question): string {
  const { application, userId, guest, scopes } = request;
  const asked = [requesterOf(request), userId, guest, [...new Set(scopes)].sort(compareText)];
  return JSON.stringify([...asked, application, offersKeyCapture, process]);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
