/**
 * The keys of the requests that a process makes. They are unique, because the name of the process is, and no secrets: everybody who
 * can send a request may send any.
 */
export class RequestKeys {
  #made = 0;

  /** @param node the name of the process, which no other one has had */
  constructor(private readonly node: string) {}

  next(): string {
    this.#made += 1;
    return `${this.node}.${this.#made}`;
  }
}
