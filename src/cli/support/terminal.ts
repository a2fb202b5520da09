import { fchmodSync, fstatSync } from 'node:fs';
import type { Readable } from 'node:stream';

/** Input, output and environment of a command; tests pass their own. */
export interface Terminal {
  /** writes to standard output */
  write(text: string): void;
  /** writes to standard error */
  writeError(text: string): void;
  /** makes a file that standard output is redirected to readable by its owner alone */
  makeOutputPrivate?(): void;
  /** whether standard output is a terminal, where colors and progress are shown */
  readonly isInteractive: boolean;
  /** how many characters a line of it has, if it is a terminal */
  readonly columns?: number | undefined;
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
    makeOutputPrivate: () => makePrivate(process.stdout.fd),
    isInteractive: process.stdout.isTTY === true,
    columns: process.stdout.columns || undefined,
    environment: process.env,
    input: process.stdin,
    // An interrupt ends this process at once; the daemon releases resources when the connection closes.
    interrupted: untilOutputIsClosed(),
  };
}

/** Only for files of this user; a pipe, a terminal or a file of somebody else stays as it is. */
function makePrivate(descriptor: number): void {
  try {
    if (fstatSync(descriptor).isFile()) fchmodSync(descriptor, 0o600);
  } catch {
    // The output is what matters.
  }
}

/** Aborted when standard output is no longer read, as after `| head -1`; later output is dropped. */
function untilOutputIsClosed(): AbortSignal {
  const closed = new AbortController();
  for (const output of [process.stdout, process.stderr]) {
    // Without a listener the error would end the process, also a daemon whose terminal was closed.
    output.on('error', () => closed.abort());
  }
  return closed.signal;
}
