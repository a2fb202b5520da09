import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../helpers/command-process.js', import.meta.url));

interface Finished {
  readonly id: number;
  readonly exitCode: number;
  readonly output: string;
  readonly errors: string;
}

/** A process that runs many commands of the CLI: to start one for each takes longer than the command. */
export class CommandProcess {
  #child: ChildProcess | null = null;
  readonly #waiting = new Map<number, Waiter>();
  #last = 0;

  /** @returns standard output. @throws Error if the exit code is not 0 */
  async run(...args: readonly string[]): Promise<string> {
    this.#last += 1;
    const id = this.#last;
    const finished = await new Promise<Finished>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#child ??= this.#start();
      this.#child.send({ id, args });
    });
    if (finished.exitCode !== 0) {
      throw new Error(`guildhall ${args.join(' ')}: exit code ${finished.exitCode}\n${finished.errors}`);
    }
    return finished.output;
  }

  stop(): void {
    this.#child?.kill();
  }

  #start(): ChildProcess {
    const child = fork(PROGRAM);
    child.on('message', (message) => {
      const finished = message as Finished;
      this.#waiting.get(finished.id)?.resolve(finished);
      this.#waiting.delete(finished.id);
    });
    child.once('exit', (code) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(`the CLI ended with ${code}`));
    });
    return child;
  }
}

interface Waiter {
  readonly resolve: (finished: Finished) => void;
  readonly reject: (error: Error) => void;
}
