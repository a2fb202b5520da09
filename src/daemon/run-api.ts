import { systemClock } from '../platform/clock.js';
import { Lifecycle } from '../platform/lifecycle.js';
import { VERSION } from '../platform/version.js';
import type { StartFlags } from './configuration.js';
import { openClusterOptions } from './open-cluster-options.js';
import { openHome } from './open-home.js';
import { checkServicePeers } from './peer-checks.js';
import { runUntilShutdown } from './run-until-shutdown.js';
import { startOwnService } from './service.js';

/** `guildhall api`: runs only the API service. @returns the exit code, as of `runUntilShutdown` */
export function runApi(flags: StartFlags): Promise<number> {
  return runUntilShutdown(flags, ({ configuration, log, logFile, stopping }) =>
    Lifecycle.start(
      log,
      async (lifecycle) => {
        await openHome(configuration.files, { command: 'api', log, logFile }, lifecycle);
        const { allowUsers, apiPublicUrl: publicUrl } = configuration;
        const clock = systemClock;
        const peers = checkServicePeers({ clock, log }, allowUsers);
        const cluster = await openClusterOptions(configuration, { clock, log }, lifecycle);
        const options = { failureBudget: null, publicUrl, peers, cluster, clock, configuration, log };
        const { url } = await startOwnService(options, lifecycle);
        const greeting = `Guildhall's API service is serving: ${url}`;
        const runtime = { pid: process.pid, version: VERSION, api: { url } };
        return { greeting, runtime, describe: () => `API ${url}`, stop: () => lifecycle.stop() };
      },
      stopping,
    ),
  );
}
