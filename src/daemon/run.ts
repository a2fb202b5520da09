import { systemClock } from '../platform/clock.js';
import { findForegroundTerminal } from '../platform/processes/foreground-terminal.js';
import { SystemPeerCredentials } from '../platform/processes/peer-credentials.js';
import type { StartFlags } from './configuration.js';
import {
  commandsOf,
  describeDaemon,
  findMissingDesktop,
  servingText,
  welcomeText,
} from './describe-daemon.js';
import { runUntilShutdown } from './process/run-until-shutdown.js';
import { startDaemon } from './start-daemon.js';

/** `guildhall start`: runs the daemon. @returns the exit code, as of `runUntilShutdown` */
export function runDaemon(flags: StartFlags): Promise<number> {
  return runUntilShutdown(flags, async ({ configuration, log, logFile, shutDown, stopMs, stopping }) => {
    const { env: environment, platform } = process;
    const daemon = await startDaemon({
      configuration,
      environment,
      credentials: SystemPeerCredentials.load(),
      terminal: findForegroundTerminal(),
      onShutdown: shutDown,
      shutdownMs: stopMs,
      stopping,
      clock: systemClock,
      log,
      logFile,
    });
    const { console: page } = daemon.runtime;
    const missing = findMissingDesktop(platform, environment);
    if (missing !== null) log.info({ missing }, 'started without a desktop session');
    const describe = () => describeDaemon({ ...daemon.status(), console: page }, missing);
    const commands = commandsOf(
      { program: process.argv[1] ?? '', node: process.execPath, workingFolder: process.cwd() },
      flags.home,
    );
    const greet = process.stdout.isTTY ? welcomeText : servingText;
    const greeting = greet({ ...daemon.status(), console: page }, commands);
    return { greeting, runtime: daemon.runtime, describe, stop: () => daemon.stop() };
  });
}
