import { BoundedMap } from '../../platform/async/bounded-map.js';

/** How long a node counts as silent after it left attempts unanswered, in milliseconds. */
const SILENCE_MS = 2000;
/** The maximum number of nodes that are remembered. */
const MAX_NODES = 1000;

/**
 * Nodes that do not answer, e.g. because they have lost the bus without noticing it. They are not asked: requests of clients
 * are refused, and others wait.
 */
export class SilentNodes {
  /** node → when it counts as reachable again */
  readonly #until = new BoundedMap<string, number>(MAX_NODES);
  /** node → how many replies of it have arrived */
  readonly #replies = new BoundedMap<string, number>(MAX_NODES);

  /** @param elapsed milliseconds on a clock that is never set */
  constructor(private readonly elapsed: () => number) {}

  has(node: string): boolean {
    return this.elapsed() < (this.#until.get(node) ?? 0);
  }

  /** A node left attempts unanswered that one that works answers at once. */
  add(node: string): void {
    this.#until.set(node, this.elapsed() + SILENCE_MS);
  }

  /** How many replies of a node have arrived: the same number later shows that none has arrived since. */
  replies(node: string): number {
    return this.#replies.get(node) ?? 0;
  }

  /** A node has answered. */
  recordReply(node: string): void {
    this.#until.delete(node);
    this.#replies.set(node, this.replies(node) + 1);
  }
}
