import { PassThrough } from 'node:stream';
import { runCli } from '#guildhall/cli/program.js';

export interface Finished {
  readonly exitCode: number;
  readonly output: string;
  readonly errors: string;
}

/** A command that runs in this process, with a terminal of its own. */
export class RunningCommand {
  output = '';
  errors = '';
  readonly finished: Promise<Finished>;
  readonly #interruption = new AbortController();

  constructor(args: readonly string[], environment: NodeJS.ProcessEnv = {}) {
    this.finished = runCli(args, {
      write: (text) => {
        this.output += text;
      },
      writeError: (text) => {
        this.errors += text;
      },
      environment,
      input: new PassThrough(),
      interrupted: this.#interruption.signal,
    }).then((exitCode) => ({ exitCode, output: this.output, errors: this.errors }));
  }

  interrupt(): void {
    this.#interruption.abort();
  }
}

export function runCommand(args: readonly string[], environment?: NodeJS.ProcessEnv): Promise<Finished> {
  return new RunningCommand(args, environment).finished;
}
