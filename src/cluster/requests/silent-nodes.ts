import { BoundedMap } from '../../platform/bounded-map.js';

/** How long a node counts as silent after it left an attempt unanswered, in milliseconds. */
const SILENCE_MS = 2000;
/** The maximum number of nodes that are remembered. */
const MAX_NODES = 1000;

/** Nodes that do not answer, e.g. because they have lost the bus without noticing it: requests for them need not wait. */
export class SilentNodes {
  /** node → when it counts as reachable again */
  readonly #until = new BoundedMap<string, number>(MAX_NODES);

  /** @param elapsed milliseconds on a clock that is never set */
  constructor(private readonly elapsed: () => number) {}

  has(node: string): boolean {
    return this.elapsed() < (this.#until.get(node) ?? 0);
  }

  /** A node left an attempt unanswered that one that works answers at once. */
  add(node: string): void {
    this.#until.set(node, this.elapsed() + SILENCE_MS);
  }

  /** A node has answered. */
  delete(node: string): void {
    this.#until.delete(node);
  }
}
