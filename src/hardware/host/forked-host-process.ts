import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { messageOf } from '../../platform/errors.js';
import { FaultBoundary } from '../../platform/fault-boundary.js';
import type { Logger } from '../../platform/log.js';
import type { DriverName } from '../drivers.js';
import type { DaemonFrame } from './daemon-frame.js';
import type { HostEnd, HostLauncher, HostListener, HostProcess } from './host-process.js';

const ENTRY = fileURLToPath(new URL('host-main.js', import.meta.url));
const END_TIMEOUT_MS = 1000;
const DRAIN_TIMEOUT_MS = 200;
const LONGEST_LINE = 500;
/** how many lines of one process are worth a place in the debug log: ALSA writes hundreds, all alike */
const MOST_LINES = 20;

/** Starts each driver as a Node process of its own. */
export class ForkingHostLauncher implements HostLauncher {
  /**
   * @param folder where each driver gets a working folder: a crash handler of one of them leaves its log there
   * @param environment what the processes get, less what concerns the daemon alone
   */
  constructor(
    private readonly folder: string,
    private readonly environment: NodeJS.ProcessEnv,
    private readonly log: Logger,
  ) {}

  launch(driver: DriverName, listener: HostListener): HostProcess {
    const log = this.log.child({ driver });
    try {
      const cwd = join(this.folder, driver);
      mkdirSync(cwd, { recursive: true, mode: 0o700 });
      const child = fork(ENTRY, [driver, String(process.pid)], {
        cwd,
        env: hostEnvironment(this.environment),
        // Flags of the daemon's own (a debugger's port, a test runner's) are not for its children.
        execArgv: [],
        serialization: 'json',
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      });
      return new ForkedHostProcess(child, listener, log);
    } catch (error) {
      return failedLaunch(messageOf(error), listener);
    }
  }
}

class ForkedHostProcess implements HostProcess {
  readonly #ended: Promise<void>;
  #lastWords = '';

  constructor(
    private readonly child: ChildProcess,
    listener: HostListener,
    log: Logger,
  ) {
    const boundary = new FaultBoundary('driver process', log, () => this.kill());
    child.on(
      'message',
      boundary.guard((message: unknown) => listener.frame(message)),
    );
    // Native libraries write to these as they like. Nothing of it may reach the daemon's own output.
    let lines = 0;
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) continue;
      createInterface({ input: stream }).on('line', (line) => {
        const text = line.slice(0, LONGEST_LINE);
        lines += 1;
        if (lines <= MOST_LINES) log.debug({ text }, 'driver wrote');
        else log.trace({ text }, 'driver wrote');
        if (stream === child.stderr && text.trim() !== '') this.#lastWords = text.trim();
      });
    }
    this.#ended = new Promise((resolve) => {
      const ended = (how: HostEnd): void => {
        listener.ended(how);
        resolve();
      };
      // Not `close`: Node leaves it out when it was this side that disconnected.
      child.once('exit', (code, signal) => {
        void drained([child.stdout, child.stderr]).then(() =>
          ended({ code, signal, lastWords: this.#lastWords }),
        );
      });
      // A process that could not be started has no exit. Later errors (a signal not sent) mean nothing.
      child.on('error', (error) => {
        if (child.pid === undefined) ended({ code: null, signal: null, lastWords: error.message });
      });
    });
    log.debug({ pid: child.pid }, 'driver process started');
  }

  send(frame: DaemonFrame): void {
    if (this.child.connected) this.child.send(frame, () => {});
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }

  async end(): Promise<void> {
    if (this.child.connected) this.child.disconnect();
    const timer = setTimeout(() => this.kill(), END_TIMEOUT_MS);
    await this.#ended;
    clearTimeout(timer);
  }
}

/** Waits until all that a dead process wrote has been read, but not for long: a process of its own may hold the pipe. */
async function drained(streams: readonly (Readable | null)[]): Promise<void> {
  const closed = streams.map(
    (stream) =>
      new Promise<void>((resolve) => {
        if (stream === null || stream.closed) resolve();
        else stream.once('close', resolve);
      }),
  );
  let cancel: () => void = () => {};
  const timeout = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, DRAIN_TIMEOUT_MS);
    cancel = () => clearTimeout(timer);
  });
  await Promise.race([Promise.all(closed), timeout]);
  cancel();
}

function failedLaunch(reason: string, listener: HostListener): HostProcess {
  queueMicrotask(() => listener.ended({ code: null, signal: null, lastWords: reason }));
  return { send: () => {}, kill: () => {}, end: async () => {} };
}

/** The daemon's settings and its line to the service manager are none of a driver's business. */
function hostEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const entries = Object.entries(environment).filter(
    ([name]) => name !== 'NOTIFY_SOCKET' && !name.startsWith('GUILDHALL_'),
  );
  return Object.fromEntries(entries);
}
