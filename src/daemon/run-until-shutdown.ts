import { systemClock } from '../platform/clock.js';
import { messageOf, UserError } from '../platform/errors.js';
import type { Component } from '../platform/lifecycle.js';
import type { Logger } from '../platform/log.js';
import { NextTickShape } from '../platform/next-tick-shape.js';
import { waitAtMost } from '../platform/promises.js';
import { limitYoungGeneration } from '../platform/young-generation.js';
import { type Configuration, loadConfiguration, type StartFlags } from './configuration.js';
import { installCrashHandlers } from './crash-handlers.js';
import { createDaemonLog } from './daemon-log.js';
import { waitForShutdown } from './wait-for-shutdown.js';

/** How long a shutdown may take, in milliseconds; the README promises 5 s. */
const STOP_TIMEOUT_MS = 4_500;

/** The dependencies of starting the process. */
export interface ProcessContext {
  readonly configuration: Configuration;
  readonly log: Logger;
  /** starts the shutdown */
  shutDown(): void;
}

/** A component that runs until the shutdown. */
export interface Running extends Component {
  /** the line for the terminal, e.g. `Guildhall is serving: …` */
  readonly greeting: string;
}

/**
 * Runs the process of a command until it is shut down.
 *
 * @returns the exit code: 0, 1 if it cannot start, 70 after an unhandled fault (docs/reliability.md, Faults)
 * @throws {UserError} if the configuration is invalid
 */
export async function runUntilShutdown(
  flags: StartFlags,
  start: (context: ProcessContext) => Promise<Running>,
): Promise<number> {
  const nextTickShape = new NextTickShape();
  nextTickShape.start();
  const liftLimit = limitYoungGeneration();
  const configuration = await loadConfiguration(flags, process.env);
  try {
    const log = await createDaemonLog(configuration.logLevel, process.stdout);
    const stopping = new AbortController();
    const shutdown = waitForShutdown(stopping.signal);
    const shutDown = () => stopping.abort();
    const reportFolder = configuration.files.home;
    const crash = installCrashHandlers({ reportFolder, shutDown, clock: systemClock, log });
    const running = await start({ configuration, log, shutDown });
    liftLimit();
    process.stdout.write(`${running.greeting}\n`);
    await shutdown;
    // A part that hangs must not keep the process alive.
    await waitAtMost(systemClock, STOP_TIMEOUT_MS, running.stop());
    return crash.exitCode;
  } catch (error) {
    process.stderr.write(explain(error));
    return 1;
  } finally {
    nextTickShape.stop();
  }
}

/** Formats an error for the terminal: message and hint for errors that the person can fix, otherwise the stack. */
function explain(error: unknown): string {
  if (!(error instanceof UserError)) {
    return `${error instanceof Error ? error.stack : messageOf(error)}\n`;
  }
  return error.hint === null ? `${error.message}\n` : `${error.message}: ${error.hint}\n`;
}
