/** What a library told since it was ready. */
export class EventLog {
  readonly emitted: string[] = [];
  readonly dispatched: string[] = [];

  /** An emitter of the library spoke: the event in the gateway's name, and what it is about. */
  emit(event: string, about: string | undefined): void {
    this.emitted.push(`${event} ${about}`);
  }

  dispatch(event: string): void {
    this.dispatched.push(event);
  }

  /** Forgets what the login brought. */
  clear(): void {
    this.emitted.length = 0;
    this.dispatched.length = 0;
  }
}

/** A member as the events of a round are told. */
export function describeMember(name: string, roles: number): string {
  return `${name} with ${roles} roles`;
}

const PINNED = 6;

/** A message as the events of a round are told; some libraries give system messages a content of their own. */
export function describeMessage(content: string, type: number): string {
  return type === PINNED ? 'pinned a message' : content;
}
