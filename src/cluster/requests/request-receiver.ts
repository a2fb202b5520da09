import type { Component } from '../../platform/lifecycle.js';
import { type Bus, isTooLong } from '../bus/bus.js';
import { attempt, readRequest } from './attempt.js';
import { nodeSubject } from './node-subject.js';
import type { OwnedRequests } from './owned-requests.js';

/** Carries out requests that other nodes forward to this one. It forwards none itself, so none can go round in a circle. */
export class RequestReceiver implements Component {
  readonly #unsubscribe: () => void;

  constructor(bus: Pick<Bus, 'respond'>, node: string, owned: Pick<OwnedRequests, 'run'>) {
    this.#unsubscribe = bus.respond(nodeSubject(node), async (text) => {
      const request = readRequest(text);
      const reply = JSON.stringify(request === null ? { kind: 'not-done' } : await attempt(owned, request));
      return isTooLong(reply) ? JSON.stringify({ kind: 'too-long' }) : reply;
    });
  }

  async stop(): Promise<void> {
    this.#unsubscribe();
  }
}
