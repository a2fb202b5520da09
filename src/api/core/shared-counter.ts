/** Counts by key that all nodes of a cluster share: those of this node are reported, those of others are added. */
export class SharedCounter {
  #report: (key: string, amount: number) => void = () => {};

  /** @param add adds to the count of a key; `amount` is negative for what is taken back */
  constructor(private readonly add: (key: string, amount: number) => void) {}

  /** Adds to a count of this node. */
  count(key: string, amount: number): void {
    this.add(key, amount);
    this.#report(key, amount);
  }

  /** Sets a listener that is called for each count of this node. */
  listenForCounts(listener: (key: string, amount: number) => void): void {
    this.#report = listener;
  }

  /** Adds what another node counted. */
  addRemote(key: string, amount: number): void {
    this.add(key, amount);
  }
}
