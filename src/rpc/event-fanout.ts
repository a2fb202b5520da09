import type { Unsubscribe } from '../platform/events.js';
import type { Component } from '../platform/lifecycle.js';
import { dispatch } from '../protocol/rpc/payload.js';
import { requireScopes } from './authorization.js';
import type { RpcContext } from './context.js';
import type { RpcEvent } from './event.js';
import { RPC_EVENTS } from './events/index.js';
import { SharedFrame } from './shared-frame.js';

/** Turns what happens in the daemon into RPC events, for those who subscribed to them. */
export class EventFanout implements Component {
  readonly #listening: Unsubscribe[] = [];

  constructor(private readonly context: RpcContext) {
    for (const event of RPC_EVENTS.values()) {
      for (const source of event.sources) {
        this.#listening.push(context.happenings.on(source, (happening) => this.#happened(event, happening)));
      }
    }
  }

  async stop(): Promise<void> {
    for (const unsubscribe of this.#listening.splice(0)) unsubscribe();
  }

  #happened(event: RpcEvent, happening: unknown): void {
    const key = event.keyOf(happening);
    if (key === null || !this.context.subscriptions.has(key)) return;
    this.#send(event, key, event.dataOf(this.context, happening));
  }

  #send(event: RpcEvent, key: string, data: unknown): void {
    if (data === null) return;
    const frame = new SharedFrame(dispatch(event.evt, data));
    for (const session of this.context.subscriptions.subscribers(key)) {
      try {
        requireScopes(session, event.scopes, this.context.clock.now());
      } catch {
        continue; // its token has expired since it subscribed
      }
      session.send(frame);
    }
  }
}
