import { allowAnyPeer } from '../net/peer-check.js';
import { systemClock } from '../platform/clock.js';
import { Lifecycle } from '../platform/lifecycle.js';
import { SystemPeerCredentials } from '../platform/peer-credentials.js';
import { HomeLock } from '../store/sqlite/home-lock.js';
import { loadConfiguration, type StartFlags } from './configuration.js';
import { installCrashHandlers } from './crash-handlers.js';
import { createDaemonLog } from './daemon-log.js';
import { checkTcpPeers } from './peer-checks.js';
import { prepareHome } from './prepare-home.js';
import { explain, stopInTime } from './run.js';
import { startOwnService } from './service.js';
import { waitForShutdown } from './wait-for-shutdown.js';

/**
 * `guildhall api`: runs only the API service until it is stopped.
 *
 * @returns the exit code, as of `guildhall start`
 * @throws {UserError} if the configuration is invalid
 */
export async function runApi(flags: StartFlags): Promise<number> {
  const configuration = await loadConfiguration(flags, process.env);
  try {
    const log = createDaemonLog(configuration.logLevel, process.stdout);
    const stopping = new AbortController();
    const shutdown = waitForShutdown(stopping.signal);
    const shutDown = () => stopping.abort();
    const reportFolder = configuration.files.home;
    const crash = installCrashHandlers({ reportFolder, shutDown, clock: systemClock, log });
    const service = await Lifecycle.start(log, async (lifecycle) => {
      await prepareHome(configuration.files.home);
      lifecycle.add('home lock', await HomeLock.take(configuration.files.lock));
      const { allowUsers, apiPublicUrl: publicUrl } = configuration;
      // Other machines may use it through a proxy that runs as any user.
      const peers =
        allowUsers.length === 0
          ? allowAnyPeer
          : checkTcpPeers({ credentials: SystemPeerCredentials.load(), clock: systemClock, log }, allowUsers);
      const { url } = await startOwnService(
        { failureBudget: null, publicUrl, peers, clock: systemClock, configuration, log },
        lifecycle,
      );
      return { url, stop: () => lifecycle.stop() };
    });
    process.stdout.write(`Guildhall's API service is serving: ${service.url}\n`);
    await shutdown;
    await stopInTime(service);
    return crash.exitCode;
  } catch (error) {
    process.stderr.write(explain(error));
    return 1;
  }
}
