import { TimedTurns } from '../../net/timed-turns.js';
import { rpcErrors } from '../../protocol/rpc/errors.js';
import type { RpcSession } from '../sessions/session.js';

/** Which connections are subscribed to what. The key of a subscription consists of the event and its arguments. */
export class Subscriptions {
  /** releases the resources that the subscribers of a key need */
  readonly #releases = new Map<string, () => void>();
  readonly #byKey = new Map<string, Set<RpcSession>>();
  readonly #bySession = new Map<RpcSession, Set<string>>();
  /** the state that the subscribers of a key know, as JSON; only of events that send a whole state */
  readonly #known = new Map<string, string>();

  /**
   * @param most the maximum number of subscriptions per connection
   * @param turns when those of connections that have closed are removed
   */
  constructor(
    private readonly most: number,
    private readonly turns = new TimedTurns(),
  ) {}

  /**
   * Adds a subscription; has no effect if the connection already has it.
   *
   * @param hold called for the first subscriber of the key; the returned function is called when the last one is gone
   * @throws {RpcError} 4000 if the connection has too many subscriptions, 4006 if it cannot receive events
   */
  add(session: RpcSession, key: string, hold: () => () => void): void {
    if (!session.capabilities.hasSubscriptions) throw rpcErrors.invalidPermissions();
    if (this.#bySession.get(session)?.has(key)) return;
    if (this.count(session) >= this.most) {
      throw rpcErrors.invalidPayload(`No more than ${this.most} subscriptions`);
    }
    if (!this.has(key)) this.#releases.set(key, hold());
    entry(this.#byKey, key).add(session);
    entry(this.#bySession, session).add(key);
  }

  remove(session: RpcSession, key: string): void {
    this.#unsubscribe(session, key);
    unlink(this.#bySession, session, key);
  }

  /**
   * Removes all subscriptions of a connection that has closed: in a later turn of the event loop if so many close at once that
   * others would wait for it.
   */
  removeAll(session: RpcSession): void {
    const keys = this.#bySession.get(session);
    if (keys === undefined) return;
    this.#bySession.delete(session);
    const takeSome = () => {
      for (const key of keys) this.#unsubscribe(session, key);
    };
    if (this.turns.mayTake()) takeSome();
    else this.turns.wait({ takeSome });
  }

  /**
   * Records the state that the subscribers of a key know from now on.
   *
   * @returns whether it differs from the one before
   */
  know(key: string, state: unknown): boolean {
    const known = JSON.stringify(state);
    if (this.#known.get(key) === known) return false;
    this.#known.set(key, known);
    return true;
  }

  subscribers(key: string): Iterable<RpcSession> {
    return this.#byKey.get(key) ?? [];
  }

  has(key: string): boolean {
    return this.#byKey.has(key);
  }

  count(session: RpcSession): number {
    return this.#bySession.get(session)?.size ?? 0;
  }

  /** The first subscriptions of a connection. @param most how many of them */
  first(session: RpcSession, most: number): string[] {
    return [...(this.#bySession.get(session) ?? [])].slice(0, most);
  }

  #unsubscribe(session: RpcSession, key: string): void {
    unlink(this.#byKey, key, session);
    if (this.has(key)) return;
    this.#releases.get(key)?.();
    this.#releases.delete(key);
    this.#known.delete(key);
  }
}

function entry<K, V>(map: Map<K, Set<V>>, key: K): Set<V> {
  let values = map.get(key);
  if (values === undefined) {
    values = new Set();
    map.set(key, values);
  }
  return values;
}

function unlink<K, V>(map: Map<K, Set<V>>, key: K, value: V): void {
  const values = map.get(key);
  if (values?.delete(value) && values.size === 0) map.delete(key);
}
