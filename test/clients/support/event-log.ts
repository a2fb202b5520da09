import type { EventEmitter } from 'node:events';

/** What a library received: events of its own emitters, and raw dispatches. */
export type EventKind = 'emitted' | 'dispatched';

/** The events that a library reported since it was ready. */
export class EventLog {
  /** events of the library's emitters, in the gateway's names, each with what it is about */
  readonly emitted: string[] = [];
  /** names of the dispatches that reached the library */
  readonly dispatched: string[] = [];
  #forward: (kind: EventKind, event: string) => void = () => undefined;

  /** Records an event of one of the library's emitters. @param about the name of what changed */
  emit(event: string, about: string | undefined): void {
    this.add('emitted', `${event} ${about}`);
  }

  /** Records the name of a dispatch. */
  dispatch(event: string): void {
    this.add('dispatched', event);
  }

  add(kind: EventKind, event: string): void {
    this[kind].push(event);
    this.#forward(kind, event);
  }

  /** Passes on every event from now on, too. */
  forwardTo(forward: (kind: EventKind, event: string) => void): void {
    this.#forward = forward;
  }

  /** Forgets the events of the login. */
  clear(): void {
    this.emitted.length = 0;
    this.dispatched.length = 0;
  }
}

/** By event of a library: its name at the gateway, and a function from the listener's arguments to what it is about. */
export type EventTable = Readonly<
  Record<string, readonly [event: string, describe: (...args: never[]) => string | undefined]>
>;

/**
 * Records the events of a table, dispatches, and what a library reports as errors.
 *
 * @param raw the event that a library emits for each payload of the gateway
 */
export function logEvents(emitter: EventEmitter, table: EventTable, raw: string): EventLog {
  const log = new EventLog();
  emitter.on(raw, ({ t }: { t?: string | null }) => {
    if (typeof t === 'string') log.dispatch(t);
  });
  emitter.on('error', (error: unknown) => log.emit('error', String(error)));
  emitter.on('warn', (message: unknown) => log.emit('warn', String(message)));
  for (const [name, [event, describe]] of Object.entries(table)) {
    // A table names the arguments of each event; emitters do not have them in their types.
    emitter.on(name, (...args: unknown[]) => log.emit(event, describe(...(args as never[]))));
  }
  return log;
}

/** The name of an object that may be known only in part. */
export function nameOf(subject: object): string | undefined {
  return 'name' in subject ? String(subject.name) : undefined;
}

/** The name of what an event passes after the state before, or after the guild it is in. */
export function nameOfSecond(_first: unknown, subject: object): string | undefined {
  return nameOf(subject);
}

/** A member as the events of a round describe it. */
export function describeMember(name: string, roles: number): string {
  return `${name} with ${roles} roles`;
}

/** A message as the events of a round describe it; some libraries give system messages content of their own. */
export function describeMessage(content: string, isPinNotice: boolean): string {
  return isPinNotice ? 'pinned a message' : content;
}
