import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Load, LoadResult } from './load.js';

const PROGRAM = fileURLToPath(import.meta.resolve('./generator-process.js'));

/** A load generator in a process of its own, so that its CPU time can be told from the server's. */
export class Generator {
  private constructor(private readonly child: ChildProcess) {
    child.once('exit', (code) => {
      // A bench whose generator has failed would wait for ever.
      if (code !== 0) throw new Error(`a load generator ended with ${code}`);
    });
  }

  static async start(load: Load): Promise<Generator> {
    const generator = new Generator(fork(PROGRAM));
    await generator.#ask(load);
    return generator;
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  run(ms: number): Promise<LoadResult> {
    return this.#ask(ms);
  }

  async stop(): Promise<void> {
    const exited = once(this.child, 'exit');
    this.child.disconnect();
    await exited;
  }

  async #ask<Answer>(message: Load | number): Promise<Answer> {
    const answered = once(this.child, 'message') as Promise<[Answer]>;
    this.child.send(message);
    const [answer] = await answered;
    return answer;
  }
}
