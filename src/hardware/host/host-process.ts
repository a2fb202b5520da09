import type { DriverName } from '../drivers.js';
import type { DaemonFrame } from './daemon-frame.js';

/** Starts drivers' processes. Real: `forked-host-process.ts`; in tests: `mock-host-process.ts`. */
export interface HostLauncher {
  /** Never throws: a process that cannot be started ends at once. */
  launch(driver: DriverName, listener: HostListener): HostProcess;
}

/** A driver's process. */
export interface HostProcess {
  /** A frame that can no longer be delivered is dropped: the end of the process follows. */
  send(frame: DaemonFrame): void;
  /** Ends it at once, whatever it is doing; `ended` follows. */
  kill(): void;
  /** Lets it end by itself, and kills it if it does not within a second; resolves when it has ended. */
  end(): Promise<void>;
}

export interface HostListener {
  /** what the process sent, unchecked */
  frame(value: unknown): void;
  /** the process is gone; nothing follows */
  ended(how: HostEnd): void;
}

export interface HostEnd {
  /** e.g. `SIGSEGV`; null if it exited */
  readonly signal: string | null;
  /** its exit code; null if a signal ended it */
  readonly code: number | null;
  /** the last line it wrote to standard error, or why it could not be started; empty if there is none */
  readonly lastWords: string;
}

/** How a process ended, in words, e.g. `it died of SIGSEGV` or `it exited with code 1: X connection broken`. */
export function describeEnd({ signal, code, lastWords }: HostEnd): string {
  const words = lastWords === '' ? '' : `: ${lastWords}`;
  if (signal !== null) return `it died of ${signal}${words}`;
  if (code !== null) return `it exited with code ${code}${words}`;
  return `it could not be started${words}`;
}
