import { combineUnsubscribes, type Unsubscribe } from '../../platform/async/events.js';
import type { Component } from '../../platform/lifecycle.js';
import { dispatch } from '../../protocol/rpc/payload.js';
import type { RpcContext } from '../context.js';
import { RPC_EVENTS } from '../events/index.js';
import { mayReceive } from '../sessions/authorization.js';
import type { RpcEvent } from './event.js';
import { SharedFrame } from './shared-frame.js';

/** Converts events of client and voice to RPC events and sends them to the subscribed connections. */
export class EventFanout implements Component {
  readonly #unsubscribe: Unsubscribe;

  constructor(private readonly context: RpcContext) {
    const listening = [...RPC_EVENTS.values()].flatMap((event) =>
      event.sources.map((source) =>
        context.sourceEvents.on(source, (sourceEvent) => this.#handle(event, sourceEvent)),
      ),
    );
    this.#unsubscribe = combineUnsubscribes(listening);
  }

  async stop(): Promise<void> {
    this.#unsubscribe();
  }

  #handle(event: RpcEvent, sourceEvent: unknown): void {
    const key = event.keyOf(sourceEvent);
    if (key === null || !this.context.subscriptions.has(key)) return;
    this.#send(event, key, event.dataOf(this.context, sourceEvent));
  }

  #send(event: RpcEvent, key: string, data: unknown): void {
    if (data === null) return;
    const { clock, subscriptions } = this.context;
    if (event.sendsState && !subscriptions.know(key, data)) return;
    const frame = new SharedFrame(dispatch(event.name, data));
    const now = clock.now();
    for (const session of subscriptions.subscribers(key)) {
      // A token may have expired after its connection subscribed.
      if (mayReceive(session, event.access, now)) session.send(frame);
    }
  }
}
