import { untilAborted, waitAtMost } from '../../platform/async/promises.js';
import { systemClock } from '../../platform/clock.js';
import { UsageError } from '../../platform/errors.js';
import { homeFiles, resolveHome } from '../../platform/home.js';
import type { Component } from '../../platform/lifecycle.js';
import type { Logger } from '../../platform/log.js';
import { LogFile } from '../../platform/log-file/log-file.js';
import { NextTickShape } from '../../platform/processes/next-tick-shape.js';
import { createServiceNotifier, type ServiceNotifier } from '../../platform/processes/service-notify.js';
import { limitYoungGeneration } from '../../platform/processes/young-generation.js';
import { VERSION } from '../../platform/version.js';
import {
  type Configuration,
  findUnknownVariables,
  loadConfiguration,
  type StartFlags,
} from '../configuration.js';
import { drainMs } from '../drain.js';
import { UnknownUserError } from '../peer-checks.js';
import { installCrashHandlers } from './crash-handlers.js';
import { createDaemonLog } from './daemon-log.js';
import { extendStart, ServiceReport } from './service-report.js';
import { doctorCommand, toStartError } from './start-failure.js';
import { stopOnSignals } from './stop-on-signals.js';

/** How long a shutdown may take after draining, in milliseconds; the README promises 5 s. */
const STOP_TIMEOUT_MS = 4_500;
/** When the process ends whatever still runs, in milliseconds after draining. */
const END_TIMEOUT_MS = 5_000;

/** The dependencies of starting the process. */
export interface ProcessContext {
  readonly configuration: Configuration;
  readonly log: Logger;
  /** to be opened by the process that has locked the home */
  readonly logFile: LogFile;
  /** aborted when the shutdown begins, possibly before the start has ended */
  readonly stopping: AbortSignal;
  /** starts the shutdown */
  shutDown(): void;
  /** how long the shutdown may take, in milliseconds */
  readonly stopMs: number;
}

/** A component that runs until the shutdown. */
export interface Running extends Component {
  /** for standard output: a line, or on a terminal what the person can do now */
  readonly greeting: string;
  /** the addresses for programs, printed instead with `--json` */
  readonly runtime: object;
  /** the present state in one line for people, for the service manager */
  describe(): string;
}

type Start = (context: ProcessContext) => Promise<Running>;

/**
 * Runs the process of a command until it is shut down.
 *
 * @returns the exit code: 0, 70 after an unhandled fault (docs/reliability.md, Faults)
 * @throws {UserError} if it cannot start
 */
export async function runUntilShutdown(flags: StartFlags, start: Start): Promise<number> {
  const nextTickShape = new NextTickShape();
  nextTickShape.start();
  const liftLimit = limitYoungGeneration();
  const isJson = flags.json === true;
  try {
    const configuration = await loadConfiguration(flags, process.env);
    return await runConfigured(configuration, isJson, async (context) => {
      const running = await start(context);
      liftLimit();
      return running;
    });
  } catch (error) {
    if (error instanceof UnknownUserError && flags.allowUsers !== undefined) {
      throw new UsageError(error.message.replace('allow_users', '--allow-users'), error.hint);
    }
    const { home } = homeFiles(resolveHome(flags.home, process.env));
    const doctor = doctorCommand(flags, process.env);
    throw toStartError(error, { reportFolder: home, doctor, time: systemClock.now() });
  } finally {
    nextTickShape.stop();
  }
}

async function runConfigured(configuration: Configuration, isJson: boolean, start: Start): Promise<number> {
  const logFile = new LogFile(systemClock);
  process.once('exit', () => logFile.flushSync());
  // With --json, standard output has the addresses and nothing else.
  const log = await createDaemonLog(
    configuration.logLevel,
    isJson ? process.stderr : process.stdout,
    logFile,
  );
  for (const unknown of findUnknownVariables(process.env))
    log.warn(unknown, 'ignored an unknown variable of the environment');
  const draining = drainMs(configuration);
  const stopMs = draining + END_TIMEOUT_MS;
  const stopping = new AbortController();
  const { signal } = stopping;
  const stopped = untilAborted(signal);
  const shutDown = () => stopping.abort();
  const reportFolder = configuration.files.home;
  const crash = installCrashHandlers({ reportFolder, shutDown, clock: systemClock, log });
  signal.addEventListener('abort', () => {
    log.info('shutting down');
    // A part that hangs must not keep the process alive, neither while it starts nor while it stops.
    systemClock.after(stopMs, () => process.exit(crash.exitCode));
  });
  stopOnSignals(stopping);
  const notifier = createServiceNotifier(process.env, process.pid, log);
  const endExtension = notifier === null ? () => {} : extendStart(notifier, systemClock);
  try {
    const running = await start({ configuration, log, logFile, stopping: signal, shutDown, stopMs });
    endExtension();
    log.info({ version: VERSION, pid: process.pid }, 'started');
    process.stdout.write(`${isJson ? JSON.stringify(running.runtime) : running.greeting}\n`);
    const report = reportToServiceManager(running, notifier, stopMs);
    await stopped;
    await report?.stop();
    await waitAtMost(systemClock, draining + STOP_TIMEOUT_MS, running.stop());
  } catch (error) {
    // What had started by then was stopped.
    if (!signal.aborted) throw error;
  } finally {
    endExtension();
  }
  return crash.exitCode;
}

/** Reports to the service manager that started this process; null without one. */
function reportToServiceManager(
  running: Running,
  notifier: ServiceNotifier | null,
  stopMs: number,
): ServiceReport | null {
  if (notifier === null) return null;
  return ServiceReport.start({ notifier, describe: () => running.describe(), stopMs, clock: systemClock });
}
