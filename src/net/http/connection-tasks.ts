import type { Socket } from 'node:net';

/** Limits the concurrent tasks of one TCP connection. Only clients that pipeline requests have more than one. */
export class ConnectionTasks {
  readonly #running = new WeakMap<Socket, { count: number }>();

  /** @param most the maximum number of concurrent tasks per connection */
  constructor(private readonly most: number) {}

  /** Starts a task. @returns a function that ends it; null if the connection has too many */
  begin(socket: Socket): (() => void) | null {
    const running = this.#running.get(socket) ?? this.#follow(socket);
    if (running.count >= this.most) return null;
    running.count += 1;
    return () => {
      running.count -= 1;
    };
  }

  #follow(socket: Socket): { count: number } {
    const running = { count: 0 };
    this.#running.set(socket, running);
    return running;
  }
}
