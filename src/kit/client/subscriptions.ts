import type { RpcEventName } from '../types/rpc.js';
import { throwLater } from './throw-later.js';

type Handler = (data: unknown) => void;

export interface Subscription {
  readonly evt: RpcEventName;
  readonly args: unknown;
  readonly handlers: Set<Handler>;
  /** the server's reply to the first handler's SUBSCRIBE; null: it was not sent yet, or was refused */
  accepted: Promise<unknown> | null;
}

/** What a client is subscribed to. Handlers of the same event and arguments share one subscription of the server. */
export class Subscriptions {
  readonly #all = new Map<string, Subscription>();

  list(): Subscription[] {
    return [...this.#all.values()];
  }

  /** @returns what the handler shares with the others of the same event and arguments */
  add(evt: RpcEventName, args: unknown, handler: Handler): Subscription {
    const key = keyOf(evt, args);
    const subscription = this.#all.get(key) ?? { evt, args, handlers: new Set<Handler>(), accepted: null };
    this.#all.set(key, subscription);
    subscription.handlers.add(handler);
    return subscription;
  }

  /** @returns whether it was the last handler, so that the server need not send these events */
  remove(evt: RpcEventName, args: unknown, handler: Handler): boolean {
    const key = keyOf(evt, args);
    const handlers = this.#all.get(key)?.handlers;
    if (handlers?.delete(handler) !== true || handlers.size > 0) return false;
    return this.#all.delete(key);
  }

  /** Calls the handlers of an event. Data that names another guild or channel than the arguments is not theirs. */
  dispatch(evt: string, data: unknown): void {
    for (const { evt: name, args, handlers } of this.list()) {
      if (name === evt && matches(args, data)) for (const handler of [...handlers]) call(handler, data);
    }
  }
}

function call(handler: Handler, data: unknown): void {
  try {
    handler(data);
  } catch (error) {
    throwLater(error);
  }
}

function keyOf(evt: RpcEventName, args: unknown): string {
  return JSON.stringify([evt, Object.entries(Object(args)).sort(([a], [b]) => (a < b ? -1 : 1))]);
}

/** `GUILD_STATUS` names its guild in `guild`; events of speaking and voice states do not name their channel. */
function matches(args: unknown, data: unknown): boolean {
  const named = Object(data) as Partial<Record<string, unknown>>;
  const known: Record<string, unknown> = { ...named, guild_id: named.guild_id ?? Object(named.guild).id };
  return Object.entries(Object(args)).every(([key, value]) => (known[key] ?? value) === value);
}
