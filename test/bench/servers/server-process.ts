import { type ChildProcess, fork } from 'node:child_process';
import { askChild, endChild } from './child.js';

/** Servers of this project in a separate process, which says first how to reach them and then answers messages. */
export class ServerProcess<Told> {
  private constructor(
    private readonly child: ChildProcess,
    /** what it said first, or at last */
    public told: Told,
  ) {}

  /** @param program path of a compiled module @param options sent to it first */
  static async start<Told>(program: string, options: object = {}): Promise<ServerProcess<Told>> {
    const child = fork(program);
    return new ServerProcess(child, await askChild<Told>(child, options));
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Sends a message and waits for the answer. */
  ask<Answer>(message: string): Promise<Answer> {
    return askChild(this.child, message);
  }

  stop(): Promise<void> {
    return endChild(this.child);
  }
}
