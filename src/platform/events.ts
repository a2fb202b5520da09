/** Takes a listener back. */
export type Unsubscribe = () => void;

/** What a component lets others listen to. */
export interface Listenable<Events> {
  on<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): Unsubscribe;
}

/**
 * Typed events within the process. A listener that throws does not keep the others from hearing the event;
 * its error goes to `onError`.
 */
export class Emitter<Events> implements Listenable<Events> {
  readonly #listeners = new Map<keyof Events, Set<(event: never) => void>>();

  constructor(private readonly onError: (error: unknown) => void) {}

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
