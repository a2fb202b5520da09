import { systemClock } from '../platform/clock.js';
import { messageOf, UserError } from '../platform/errors.js';
import type { Component } from '../platform/lifecycle.js';
import { SystemPeerCredentials } from '../platform/peer-credentials.js';
import { loadConfiguration, type StartFlags } from './configuration.js';
import { createDaemonLog } from './daemon-log.js';
import { startDaemon } from './start-daemon.js';
import { untilToldToStop } from './stop-signals.js';
import { surviveMistakes } from './survive-mistakes.js';

/** Longest an orderly end may take, in milliseconds; contract.md promises 5 s. */
const STOP_TIMEOUT = 4_500;

/**
 * `guildhall start`: runs the daemon until it is told to stop.
 *
 * @returns the exit code
 */
export async function runDaemon(flags: StartFlags): Promise<number> {
  try {
    const configuration = await loadConfiguration(flags, process.env);
    const log = createDaemonLog(configuration.logLevel, process.stdout);
    const stopping = new AbortController();
    const told = untilToldToStop(stopping.signal);
    const daemon = await startDaemon({
      configuration,
      environment: process.env,
      credentials: SystemPeerCredentials.load(),
      onShutdown: () => stopping.abort(),
      clock: systemClock,
      log,
    });
    surviveMistakes(log);
    const { rpc, api, console: page } = daemon.runtime;
    process.stdout.write(
      `Guildhall is serving: RPC ws://${rpc.host}:${rpc.port}, API ${api.url}, console ${page.url}\n`,
    );
    await told;
    await stopInTime(daemon);
    return 0;
  } catch (error) {
    process.stderr.write(explain(error));
    return 1;
  }
}

/** Stops it, but does not let one part that hangs keep the process. */
export async function stopInTime(component: Component): Promise<void> {
  const timeout = new Promise<void>((resolve) => systemClock.after(STOP_TIMEOUT, resolve));
  await Promise.race([component.stop(), timeout]);
}

/** An error for the terminal: a sentence and its mend for what a person can mend, all there is for the rest. */
export function explain(error: unknown): string {
  if (!(error instanceof UserError)) {
    return `${error instanceof Error ? error.stack : messageOf(error)}\n`;
  }
  return error.mend === null ? `${error.message}\n` : `${error.message}: ${error.mend}\n`;
}
