import type { DriverName } from '#guildhall/hardware/drivers.js';
import type { DaemonFrame } from '#guildhall/hardware/host/daemon-frame.js';
import type { HostFrame } from '#guildhall/hardware/host/host-frame.js';
import type {
  HostEnd,
  HostLauncher,
  HostListener,
  HostProcess,
} from '#guildhall/hardware/host/host-process.js';

/** Driver processes controlled by a test. */
export class MockHostLauncher implements HostLauncher {
  /** all processes launched so far, the latest last */
  readonly launched: MockHostProcess[] = [];

  launch(driver: DriverName, listener: HostListener): HostProcess {
    const process = new MockHostProcess(driver, listener);
    this.launched.push(process);
    return process;
  }

  /** The process that was launched last. */
  get latest(): MockHostProcess {
    const latest = this.launched.at(-1);
    if (latest === undefined) throw new NothingLaunchedError('no process was launched');
    return latest;
  }

  /** The number of running processes. */
  get alive(): number {
    return this.launched.filter((process) => !process.over).length;
  }
}

/** A test requested a process before any was launched. */
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
    if (frame.type === 'ping' && this.responsive) this.emitFrame({ type: 'pong' });
  }

  kill(): void {
    this.exit({ signal: 'SIGKILL', code: null, stderrTail: '' });
  }

  async end(): Promise<void> {
    this.exit({ signal: null, code: 0, stderrTail: '' });
  }

  /** Sends a frame to the daemon. */
  emitFrame(frame: HostFrame): void {
    this.listener.frame(frame);
  }

  /** Sends an arbitrary value. */
  emitRaw(value: unknown): void {
    this.listener.frame(value);
  }

  /** Answers the last request. */
  reply(value: unknown): void {
    const request = this.received.findLast((frame) => frame.type === 'request');
    if (request?.type === 'request') this.emitFrame({ type: 'reply', id: request.id, value });
  }

  exit(how: HostEnd): void {
    if (this.over) return;
    this.over = true;
    this.listener.ended(how);
  }
}
