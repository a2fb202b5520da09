import { randomBytes } from 'node:crypto';
import type { Clock } from '../../platform/clock.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { timestamp } from '../../protocol/timestamp.js';
import type { ConsentAnswer, ConsentRequest } from '../../rpc/consent.js';
import { describePermissions } from './permissions.js';
import type { WaitingConsent } from './waiting-consent.js';

/** How many prompts of one requester wait at a time. */
const PROMPTS_PER_REQUESTER = 3;
/** How many prompts of one application wait at a time, whatever programs ask: the rest stays for others. */
const PROMPTS_PER_APPLICATION = 8;
/** How many prompts wait at a time in all; one more is refused, so that none that waits can be displaced. */
const PROMPTS_IN_ALL = 20;
/** A request that comes back this soon after it was withdrawn is the same prompt, in milliseconds. */
const RETURN_WITHIN_MS = 60_000;

/** What the person is asked, once for all connections that ask the same. */
export interface Prompt {
  readonly key: string;
  readonly requester: string;
  readonly request: ConsentRequest;
  readonly shown: WaitingConsent;
  /** answers each connection that waits */
  readonly waiters: Set<(answer: ConsentAnswer) => void>;
}

interface Withdrawn {
  readonly shown: WaitingConsent;
  /** milliseconds since the Unix epoch */
  readonly at: number;
}

/** Who asks: what one requester is refused or uses up concerns no other one. */
export function requesterOf({ kind, application, origin, peer }: ConsentRequest): string {
  return JSON.stringify([kind, application.id, origin, peer]);
}

/** The prompts that wait for the person, each once. */
export class WaitingPrompts {
  readonly #byKey = new Map<string, Prompt>();
  /** shown lately and withdrawn, oldest first */
  readonly #withdrawn = new Map<string, Withdrawn>();

  constructor(private readonly clock: Clock) {}

  /** Oldest first. */
  list(): WaitingConsent[] {
    return [...this.#byKey.values()].map(({ shown }) => shown);
  }

  /** Removes and returns the prompt with this id, to be answered. */
  take(id: string): Prompt | undefined {
    const prompt = [...this.#byKey.values()].find(({ shown }) => shown.id === id);
    if (prompt !== undefined) this.#byKey.delete(prompt.key);
    return prompt;
  }

  /** The prompt that already asks the same for the same requester. */
  find(request: ConsentRequest): Prompt | undefined {
    return this.#byKey.get(keyOf(request));
  }

  isFull(requester: string, applicationId: Snowflake): boolean {
    const prompts = [...this.#byKey.values()];
    const own = prompts.filter((prompt) => prompt.requester === requester);
    const ofApplication = prompts.filter(({ request }) => request.application.id === applicationId);
    return (
      own.length >= PROMPTS_PER_REQUESTER ||
      ofApplication.length >= PROMPTS_PER_APPLICATION ||
      prompts.length >= PROMPTS_IN_ALL
    );
  }

  /**
   * Adds a prompt. One that was withdrawn lately comes back as it was.
   *
   * @returns the prompt, and whether the person has not seen it before
   */
  add(request: ConsentRequest, offersKeyCapture: boolean): { prompt: Prompt; isNew: boolean } {
    const key = keyOf(request);
    const earlier = this.#takeWithdrawn(key);
    const { kind, application, origin, guest, scopes } = request;
    const shown: WaitingConsent = {
      id: earlier?.id ?? randomBytes(4).toString('hex'),
      kind,
      key_capture: kind === 'capture' || offersKeyCapture,
      application,
      origin,
      guest,
      scopes: [...scopes],
      permissions: describePermissions(request),
      requested_at: earlier?.requested_at ?? timestamp(this.clock.now()),
    };
    const prompt = {
      key,
      requester: requesterOf(request),
      request,
      shown,
      waiters: new Set<(answer: ConsentAnswer) => void>(),
    };
    this.#byKey.set(key, prompt);
    return { prompt, isNew: earlier === undefined };
  }

  /** Removes a prompt that nobody waits for any more. @returns false if it was taken before */
  withdraw({ key, shown }: Prompt): boolean {
    if (!this.#byKey.delete(key)) return false;
    this.#withdrawn.set(key, { shown, at: this.clock.now() });
    const [oldest] = this.#withdrawn.keys();
    if (this.#withdrawn.size > PROMPTS_IN_ALL && oldest !== undefined) this.#withdrawn.delete(oldest);
    return true;
  }

  #takeWithdrawn(key: string): WaitingConsent | undefined {
    const withdrawn = this.#withdrawn.get(key);
    this.#withdrawn.delete(key);
    if (withdrawn === undefined || this.clock.now() - withdrawn.at > RETURN_WITHIN_MS) return undefined;
    return withdrawn.shown;
  }
}

/** Requests with the same key are one question. */
function keyOf(request: ConsentRequest): string {
  const { userId, guest, scopes } = request;
  return JSON.stringify([requesterOf(request), userId, guest, [...new Set(scopes)].sort(compareText)]);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
