import type { Logger } from '../log.js';

/** Removes a listener. */
export type Unsubscribe = () => void;

/** Combines what ends several subscriptions; further calls have no effect. */
export function combineUnsubscribes(each: readonly Unsubscribe[]): Unsubscribe {
  const pending = [...each];
  return () => {
    for (const unsubscribe of pending.splice(0)) unsubscribe();
  };
}

/** Emits events that others can listen to. */
export interface Listenable<Events> {
  on<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): Unsubscribe;
}

/**
 * Typed events within the process. An exception of a listener goes to `onError` and does not affect the other
 * listeners.
 */
export class Emitter<Events> implements Listenable<Events> {
  readonly #listeners = new Map<keyof Events, Set<(event: never) => void>>();

  constructor(private readonly onError: (error: unknown) => void) {}

  /** An emitter that logs the exceptions of listeners. @param source whose events they are */
  static logging<Events>(log: Logger, source: string): Emitter<Events> {
    return new Emitter((error) => log.error({ err: error, source }, 'event listener failed'));
  }

  on<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): Unsubscribe {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners);
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  emit<Name extends keyof Events>(name: Name, event: Events[Name]): void {
    for (const listener of [...(this.#listeners.get(name) ?? [])]) {
      try {
        (listener as (event: Events[Name]) => void)(event);
      } catch (error) {
        this.onError(error);
      }
    }
  }
}
