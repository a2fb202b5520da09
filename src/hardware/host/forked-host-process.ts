import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { messageOf } from '../../platform/errors.js';
import { isExistingFile } from '../../platform/files/text-file.js';
import type { Logger } from '../../platform/log.js';
import { FaultBoundary } from '../../platform/processes/fault-boundary.js';
import type { DriverName } from '../drivers.js';
import type { DaemonFrame } from './daemon-frame.js';
import type { HostEnd, HostLauncher, HostListener, HostProcess } from './host-process.js';

const ENTRY = fileURLToPath(new URL('host-main.js', import.meta.url));
const END_TIMEOUT_MS = 1000;
const DRAIN_TIMEOUT_MS = 200;
const MAX_LINE_LENGTH = 500;
/** the number of lines of one process in the debug log: ALSA writes hundreds of similar ones */
const MAX_LOGGED_LINES = 20;

/**
 * Threads of libuv, where the default of four is not enough. Every stream of the audio driver occupies one, and one whose
 * sink was removed keeps it until the driver ends.
 */
const THREADS: Partial<Record<DriverName, number>> = { audio: 32 };

/** Starts each driver as a Node process of its own. */
export class ForkingHostLauncher implements HostLauncher {
  /**
   * @param folder contains a working folder for each driver, where its crash handler may write a log
   * @param environment the environment of the processes, without the daemon's own settings
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
      makeFolder(this.folder);
      makeFolder(cwd);
      const child = fork(ENTRY, [driver, String(process.pid)], {
        cwd,
        env: hostEnvironment(this.environment, driver),
        // Node.js flags of the daemon (debugger port, test runner) must not be inherited.
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
  #stderrTail = '';

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
    // Native libraries write to stdout and stderr. None of it may reach the daemon's own output.
    let lines = 0;
    // Without a free descriptor, Node.js makes no streams and reports the error later.
    const streams = [child.stdout ?? null, child.stderr ?? null];
    for (const stream of streams) {
      if (stream === null) continue;
      createInterface({ input: stream }).on('line', (line) => {
        const text = line.slice(0, MAX_LINE_LENGTH);
        lines += 1;
        if (lines <= MAX_LOGGED_LINES) log.debug({ text }, 'driver output');
        else log.trace({ text }, 'driver output');
        if (stream === child.stderr && text.trim() !== '') this.#stderrTail = text.trim();
      });
    }
    this.#ended = new Promise((resolve) => {
      const ended = (how: HostEnd): void => {
        listener.ended(how);
        resolve();
      };
      // Not `close`: Node.js omits it when the parent disconnected.
      child.once('exit', (code, signal) => {
        void drained(streams).then(() => ended({ code, signal, stderrTail: this.#stderrTail }));
      });
      // A process that failed to start has no exit event. Later errors (a signal that was not sent) are irrelevant.
      child.on('error', (error) => {
        if (child.pid === undefined) ended({ code: null, signal: null, stderrTail: error.message });
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

/** Creates a folder in one that exists: in the old place of a home that was moved, nothing is created. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!isExistingFile(error)) throw error;
  }
}

/** Waits briefly until the output of a dead process has been read: another process may keep the pipe open. */
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
  queueMicrotask(() => listener.ended({ code: null, signal: null, stderrTail: reason }));
  return { send: () => {}, kill: () => {}, end: async () => {} };
}

/** What a service manager tells the daemon alone: its socket, and the watchdog. */
const SERVICE_MANAGER: ReadonlySet<string> = new Set(['NOTIFY_SOCKET', 'WATCHDOG_USEC', 'WATCHDOG_PID']);

/** Removes the daemon's settings and its connection to the service manager, and sets the number of libuv's threads. */
function hostEnvironment(environment: NodeJS.ProcessEnv, driver: DriverName): NodeJS.ProcessEnv {
  const entries = Object.entries(environment).filter(
    ([name]) => !SERVICE_MANAGER.has(name) && !name.startsWith('GUILDHALL_'),
  );
  const threads = THREADS[driver];
  return { ...Object.fromEntries(entries), ...(threads && { UV_THREADPOOL_SIZE: String(threads) }) };
}
