import type { Readable } from 'node:stream';

/** Input, output and environment of a command; tests pass their own. */
export interface Terminal {
  /** writes to standard output */
  write(text: string): void;
  /** writes to standard error */
  writeError(text: string): void;
  readonly environment: NodeJS.ProcessEnv;
  readonly input: Readable & { readonly isTTY?: boolean; setRawMode?(raw: boolean): unknown };
  /** aborted to end a command that runs until interrupted */
  readonly interrupted: AbortSignal;
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  return {
    write: (text) => process.stdout.write(text),
    writeError: (text) => process.stderr.write(text),
    environment: process.env,
    input: process.stdin,
    // An interrupt ends this process at once; the daemon releases resources when the connection closes.
    interrupted: new AbortController().signal,
  };
}
