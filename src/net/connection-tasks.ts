import type { Socket } from 'node:net';

/** Limits the concurrent tasks of one TCP connection. Only clients that pipeline requests have more than one. */
export class ConnectionTasks {
  readonly #running = new WeakMap<Socket, number>();

  /** @param most the maximum number of concurrent tasks per connection */
  constructor(private readonly most: number) {}

  /** Starts a task. @returns a function that ends it; null if the connection has too many */
  begin(socket: Socket): (() => void) | null {
    const running = this.#running.get(socket) ?? 0;
    if (running >= this.most) return null;
    this.#running.set(socket, running + 1);
    return () => void this.#running.set(socket, (this.#running.get(socket) ?? 1) - 1);
  }
}
