import { rpcErrors } from '../protocol/rpc/errors.js';
import type { RpcSession } from './session.js';

/** Who listens to what. A subscription is an event with its arguments, as one key. */
export class Subscriptions {
  /** lets go of what is kept going for the subscribers of a key */
  readonly #releases = new Map<string, () => void>();
  readonly #byKey = new Map<string, Set<RpcSession>>();
  readonly #bySession = new Map<RpcSession, Set<string>>();

  /** @param most how many one connection may have */
  constructor(private readonly most: number) {}

  /**
   * Subscribing twice is subscribing once.
   *
   * @param hold called if nobody else has this subscription; what it returns is called when nobody has it any more
   * @throws {RpcError} 4000 if the connection has too many already, 4006 if it cannot receive events
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

  /** Forgets a connection that has ended. */
  removeAll(session: RpcSession): void {
    for (const key of this.#bySession.get(session) ?? []) this.#unsubscribe(session, key);
    this.#bySession.delete(session);
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

  #unsubscribe(session: RpcSession, key: string): void {
    unlink(this.#byKey, key, session);
    if (this.has(key)) return;
    this.#releases.get(key)?.();
    this.#releases.delete(key);
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
