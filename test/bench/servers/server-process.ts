import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** Servers of this project in a process of their own, which says first how to reach them and then answers messages. */
export class ServerProcess<Told> {
  private constructor(
    private readonly child: ChildProcess,
    /** what it said first, or at last */
    public told: Told,
  ) {}

  /** @param program path of a compiled module @param options sent to it first */
  static async start<Told>(program: string, options: object = {}): Promise<ServerProcess<Told>> {
    const child = fork(program);
    child.send(options);
    const [told] = (await once(child, 'message')) as [Told];
    return new ServerProcess(child, told);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Sends a message and waits for the answer. */
  async ask<Answer>(message: string): Promise<Answer> {
    const answered = once(this.child, 'message') as Promise<[Answer]>;
    this.child.send(message);
    const [answer] = await answered;
    return answer;
  }

  async stop(): Promise<void> {
    const exited = once(this.child, 'exit');
    this.child.disconnect();
    await exited;
  }
}
