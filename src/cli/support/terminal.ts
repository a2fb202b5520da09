import type { Readable } from 'node:stream';

/** The world of a command: where it writes and what it finds around it. Tests hand in their own. */
export interface Terminal {
  /** writes to standard output as it is */
  write(text: string): void;
  /** writes to standard error as it is */
  writeError(text: string): void;
  readonly environment: NodeJS.ProcessEnv;
  readonly input: Readable & { readonly isTTY?: boolean; setRawMode?(raw: boolean): unknown };
  /** aborted to end a command that goes on and on */
  readonly interrupted: AbortSignal;
}

/** The terminal this process runs in. */
export function processTerminal(): Terminal {
  return {
    write: (text) => process.stdout.write(text),
    writeError: (text) => process.stderr.write(text),
    environment: process.env,
    input: process.stdin,
    // An interrupt ends this process as it is: what the command holds of the daemon ends with its connection.
    interrupted: new AbortController().signal,
  };
}
