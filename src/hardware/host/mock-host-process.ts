import type { DriverName } from '../drivers.js';
import type { DaemonFrame } from './daemon-frame.js';
import type { HostFrame } from './host-frame.js';
import type { HostEnd, HostLauncher, HostListener, HostProcess } from './host-process.js';

/** Drivers' processes that a test plays: it says what they send and when they end. */
export class MockHostLauncher implements HostLauncher {
  /** every process launched so far, the latest last */
  readonly launched: MockHostProcess[] = [];

  launch(driver: DriverName, listener: HostListener): HostProcess {
    const process = new MockHostProcess(driver, listener);
    this.launched.push(process);
    return process;
  }

  /** The process launched last. */
  get latest(): MockHostProcess {
    const latest = this.launched.at(-1);
    if (latest === undefined) throw new NothingLaunchedError('no process was launched');
    return latest;
  }

  /** How many processes live now. */
  get alive(): number {
    return this.launched.filter((process) => !process.over).length;
  }
}

/** A test asked for a process before there was one. */
export class NothingLaunchedError extends Error {
  override readonly name = 'NothingLaunchedError';
}

export class MockHostProcess implements HostProcess {
  readonly received: DaemonFrame[] = [];
  /** whether it answers pings; false: it hangs */
  responsive = true;
  over = false;

  constructor(
    readonly driver: DriverName,
    private readonly listener: HostListener,
  ) {}

  send(frame: DaemonFrame): void {
    this.received.push(frame);
    if (frame.type === 'ping' && this.responsive) this.says({ type: 'pong' });
  }

  kill(): void {
    this.ends({ signal: 'SIGKILL', code: null, lastWords: '' });
  }

  async end(): Promise<void> {
    this.ends({ signal: null, code: 0, lastWords: '' });
  }

  /** Sends a frame to the daemon. */
  says(frame: HostFrame): void {
    this.listener.frame(frame);
  }

  /** Sends whatever it likes. */
  babbles(value: unknown): void {
    this.listener.frame(value);
  }

  /** Answers the request received last. */
  replies(value: unknown): void {
    const request = this.received.findLast((frame) => frame.type === 'request');
    if (request?.type === 'request') this.says({ type: 'reply', id: request.id, value });
  }

  ends(how: HostEnd): void {
    if (this.over) return;
    this.over = true;
    this.listener.ended(how);
  }
}
