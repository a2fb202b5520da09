import type { SessionStatus } from '../../api/gateway/session-options.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { PresenceMessage } from './presence-messages.js';

type NodeMessage = Exclude<PresenceMessage, { readonly kind: 'asked' }>;
type AllMessage = Extract<PresenceMessage, { readonly kind: 'all' }>;

/** What a message changed. */
export interface Received {
  /** users whose status may differ */
  readonly changed: Iterable<Snowflake>;
  /** whether messages before it were missed */
  readonly isMissing: boolean;
}

/** The presences of another node, as its messages list them. */
export class NodePresences {
  #users: Map<Snowflake, SessionStatus> = new Map();
  /** null: nothing is known yet */
  #number: number | null = null;
  /** the parts of all presences that have arrived in order */
  #parts: AllMessage[] = [];
  /** whether the node was asked for all presences a moment ago */
  isAsked = false;

  /** Whether the presences of the node have arrived. */
  get isKnown(): boolean {
    return this.#number !== null;
  }

  get users(): ReadonlyMap<Snowflake, SessionStatus> {
    return this.#users;
  }

  receive(message: NodeMessage): Received {
    switch (message.kind) {
      case 'newest':
        return { changed: [], isMissing: message.number !== this.#number };
      case 'changed':
        return this.#change(message);
      case 'all':
        return this.#collect(message);
    }
  }

  #change({ number, userId, status }: Extract<NodeMessage, { readonly kind: 'changed' }>): Received {
    if (this.#number === null || number !== this.#number + 1) return { changed: [], isMissing: true };
    this.#number = number;
    if (status === null) this.#users.delete(userId);
    else this.#users.set(userId, status);
    return { changed: [userId], isMissing: false };
  }

  #collect(message: AllMessage): Received {
    if (message.number === this.#number) return { changed: [], isMissing: false };
    const [first] = this.#parts;
    // Some parts may be lost, and what follows may be those of a newer list.
    if (message.index === 0 || message.number !== first?.number) this.#parts = [];
    if (message.index !== this.#parts.length) return { changed: [], isMissing: false };
    this.#parts.push(message);
    if (this.#parts.length < message.count) return { changed: [], isMissing: false };
    const before = this.#users;
    this.#users = new Map(this.#parts.flatMap(({ users }) => users));
    this.#number = message.number;
    this.#parts = [];
    return { changed: new Set([...before.keys(), ...this.#users.keys()]), isMissing: false };
  }
}
