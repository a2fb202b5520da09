import type { Socket } from 'node:net';

/** Bounds how many tasks run at once for one TCP connection. Only a client that pipelines requests has more than one. */
export class ConnectionTasks {
  readonly #running = new WeakMap<Socket, number>();

  /** @param most how many tasks of one connection run at once */
  constructor(private readonly most: number) {}

  /** Begins a task. @returns ends it; null if the connection has too many */
  begin(socket: Socket): (() => void) | null {
    const running = this.#running.get(socket) ?? 0;
    if (running >= this.most) return null;
    this.#running.set(socket, running + 1);
    return () => void this.#running.set(socket, (this.#running.get(socket) ?? 1) - 1);
  }
}
