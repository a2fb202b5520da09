import type { Component } from '../../platform/lifecycle.js';
import type { Logger } from '../../platform/log.js';
import { type Bus, BusError, isTooLong } from '../bus/bus.js';
import { type Attempt, attempt } from './attempt.js';
import type { AttemptedRequest } from './guild-request.js';
import type { LongTexts } from './long-texts.js';
import { nodeSubject } from './node-subject.js';
import type { OwnedRequests } from './owned-requests.js';
import { type LongRequest, readRequest, type SentAttempt } from './request-messages.js';

/** How long one part of a request may take to arrive, in milliseconds. */
const PART_MS = 1000;

export interface RequestReceiverOptions {
  readonly bus: Pick<Bus, 'respond'>;
  readonly node: string;
  readonly owned: Pick<OwnedRequests, 'run'>;
  readonly texts: Pick<LongTexts, 'offer' | 'fetch'>;
  readonly log: Logger;
}

/** Carries out requests that other nodes forward to this one. It forwards none itself, so none can go round in a circle. */
export class RequestReceiver implements Component {
  readonly #unsubscribe: () => void;

  constructor(private readonly options: RequestReceiverOptions) {
    const { bus, node } = options;
    this.#unsubscribe = bus.respond(nodeSubject(node), async (text) =>
      this.#toText(await this.#answer(text)),
    );
  }

  async stop(): Promise<void> {
    this.#unsubscribe();
  }

  async #answer(text: string): Promise<Attempt> {
    const { log, owned } = this.options;
    const received = readRequest(text);
    const request = received === null ? null : await this.#whole(received);
    return request === null ? { kind: 'not-done' } : attempt(owned, request, log);
  }

  /** @returns null if the rest of the request did not arrive */
  async #whole(received: AttemptedRequest | LongRequest): Promise<AttemptedRequest | null> {
    if ('text' in received) return received;
    const { longText, ...request } = received;
    try {
      return { ...request, text: await this.options.texts.fetch(longText.node, longText.id, PART_MS) };
    } catch (error) {
      if (error instanceof BusError) return null;
      throw error;
    }
  }

  #toText(result: Attempt): string {
    const whole = JSON.stringify(result);
    if (result.kind !== 'done' || !isTooLong(whole)) return whole;
    const { node, texts } = this.options;
    const id = texts.offer(result.text);
    const sent: SentAttempt = id === null ? { kind: 'too-long' } : { kind: 'done', longText: { node, id } };
    return JSON.stringify(sent);
  }
}
