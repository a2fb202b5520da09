import type { DriverName } from '../drivers.js';
import type { DaemonFrame } from './daemon-frame.js';

/** Starts driver processes. Real: `forked-host-process.ts`. */
export interface HostLauncher {
  /** Never throws: `ended` is called for a process that cannot be started. */
  launch(driver: DriverName, listener: HostListener): HostProcess;
}

/** A driver process. */
export interface HostProcess {
  /** Sends a message; it is dropped if the process is ending. */
  send(frame: DaemonFrame): void;
  /** Ends the process at once; `ended` follows. */
  kill(): void;
  /** Lets the process end, and kills it after one second; resolves when it has ended. */
  end(): Promise<void>;
}

export interface HostListener {
  /** a message of the process, unchecked */
  frame(value: unknown): void;
  /** the process ended; nothing follows */
  ended(how: HostEnd): void;
}

export interface HostEnd {
  /** e.g. `SIGSEGV`; null if it exited */
  readonly signal: string | null;
  /** its exit code; null if a signal ended it */
  readonly code: number | null;
  /** the last line it wrote to standard error, or why it could not be started; empty if there is none */
  readonly stderrTail: string;
}

/** How a process ended, in words, e.g. `it died of SIGSEGV` or `it exited with code 1: X connection broken`. */
export function describeEnd({ signal, code, stderrTail }: HostEnd): string {
  const words = stderrTail === '' ? '' : `: ${stderrTail}`;
  if (signal !== null) return `it died of ${signal}${words}`;
  if (code !== null) return `it exited with code ${code}${words}`;
  return `it could not be started${words}`;
}
