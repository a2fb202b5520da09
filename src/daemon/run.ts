import { systemClock } from '../platform/clock.js';
import { messageOf, UserError } from '../platform/errors.js';
import type { Component } from '../platform/lifecycle.js';
import { SystemPeerCredentials } from '../platform/peer-credentials.js';
import { loadConfiguration, type StartFlags } from './configuration.js';
import { installCrashHandlers } from './crash-handlers.js';
import { createDaemonLog } from './daemon-log.js';
import { startDaemon } from './start-daemon.js';
import { waitForShutdown } from './wait-for-shutdown.js';

/** How long a shutdown may take, in milliseconds; the README promises 5 s. */
const STOP_TIMEOUT_MS = 4_500;

/**
 * `guildhall start`: runs the daemon until it is stopped.
 *
 * @returns the exit code: 0, 1 if it cannot start, 70 after an unhandled fault (docs/reliability.md, Faults)
 * @throws {UserError} if the configuration is invalid
 */
export async function runDaemon(flags: StartFlags): Promise<number> {
  const configuration = await loadConfiguration(flags, process.env);
  try {
    const log = createDaemonLog(configuration.logLevel, process.stdout);
    const stopping = new AbortController();
    const shutdown = waitForShutdown(stopping.signal);
    const shutDown = () => stopping.abort();
    const reportFolder = configuration.files.home;
    const crash = installCrashHandlers({ reportFolder, shutDown, clock: systemClock, log });
    const daemon = await startDaemon({
      configuration,
      environment: process.env,
      credentials: SystemPeerCredentials.load(),
      onShutdown: shutDown,
      clock: systemClock,
      log,
    });
    const { rpc, api, console: page } = daemon.runtime;
    process.stdout.write(
      `Guildhall is serving: RPC ws://${rpc.host}:${rpc.port}, API ${api.url}, console ${page.url}\n`,
    );
    await shutdown;
    await stopInTime(daemon);
    return crash.exitCode;
  } catch (error) {
    process.stderr.write(explain(error));
    return 1;
  }
}

/** Stops a component, but does not let a part that hangs keep the process alive. */
export async function stopInTime(component: Component): Promise<void> {
  const timeout = new Promise<void>((resolve) => systemClock.after(STOP_TIMEOUT_MS, resolve));
  await Promise.race([component.stop(), timeout]);
}

/** Formats an error for the terminal: message and hint for errors that the person can fix, otherwise the stack. */
export function explain(error: unknown): string {
  if (!(error instanceof UserError)) {
    return `${error instanceof Error ? error.stack : messageOf(error)}\n`;
  }
  return error.hint === null ? `${error.message}\n` : `${error.message}: ${error.hint}\n`;
}
