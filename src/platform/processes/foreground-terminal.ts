import { isatty, type ReadStream, type WriteStream } from 'node:tty';
import { readProcessStat } from './process-identity.js';

/** The terminal that this process was started in. */
export interface ForegroundTerminal {
  readonly input: ReadStream;
  readonly output: WriteStream;
  /** Whether what is typed is meant for this process: a process in the background that reads is stopped. */
  isInForeground(): Promise<boolean>;
}

/** The terminal of standard input and output; null if one of them is none, or the system does not tell the foreground. */
export function findForegroundTerminal(): ForegroundTerminal | null {
  // Not `process.stdin.isTTY`: the first use of `process.stdin` opens whatever it is.
  if (process.platform !== 'linux' || !isatty(0) || !isatty(1)) return null;
  return { input: process.stdin, output: process.stdout, isInForeground };
}

/** `npm start` gives the daemon a session of its own; then its parent has the terminal. */
async function isInForeground(): Promise<boolean> {
  const own = readProcessStat('self');
  if (own === null) return false;
  const { group, foreground } = own.foreground === NO_TERMINAL ? (readProcessStat(own.parent) ?? own) : own;
  return group === foreground;
}

const NO_TERMINAL = '-1';
