import { PassThrough } from 'node:stream';
import { runCli } from '#guildhall/cli/program.js';

export interface CommandOptions {
  /** whether standard output is a terminal; by default it is not */
  readonly isInteractive?: boolean;
  /** what is on standard input; by default nothing */
  readonly input?: string;
}

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

  constructor(args: readonly string[], environment: NodeJS.ProcessEnv = {}, options: CommandOptions = {}) {
    this.finished = runCli(args, {
      write: (text) => {
        this.output += text;
      },
      writeError: (text) => {
        this.errors += text;
      },
      isInteractive: options.isInteractive ?? false,
      environment,
      input: inputOf(options.input),
      interrupted: this.#interruption.signal,
    }).then((exitCode) => ({ exitCode, output: this.output, errors: this.errors }));
  }

  interrupt(): void {
    this.#interruption.abort();
  }
}

export function runCommand(
  args: readonly string[],
  environment?: NodeJS.ProcessEnv,
  options?: CommandOptions,
): Promise<Finished> {
  return new RunningCommand(args, environment, options).finished;
}

function inputOf(text: string | undefined): PassThrough {
  const input = new PassThrough();
  if (text !== undefined) input.end(text);
  return input;
}
