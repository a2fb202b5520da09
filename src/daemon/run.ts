import { systemClock } from '../platform/clock.js';
import { SystemPeerCredentials } from '../platform/peer-credentials.js';
import type { StartFlags } from './configuration.js';
import { runUntilShutdown } from './run-until-shutdown.js';
import { startDaemon } from './start-daemon.js';

/** `guildhall start`: runs the daemon. @returns the exit code, as of `runUntilShutdown` */
export function runDaemon(flags: StartFlags): Promise<number> {
  return runUntilShutdown(flags, async ({ configuration, log, shutDown }) => {
    const daemon = await startDaemon({
      configuration,
      environment: process.env,
      credentials: SystemPeerCredentials.load(),
      onShutdown: shutDown,
      clock: systemClock,
      log,
    });
    const { rpc, api, console: page } = daemon.runtime;
    const greeting = `Guildhall is serving: RPC ws://${rpc.host}:${rpc.port}, API ${api.url}, console ${page.url}`;
    return { greeting, stop: () => daemon.stop() };
  });
}
