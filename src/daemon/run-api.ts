import { systemClock } from '../platform/clock.js';
import { Lifecycle } from '../platform/lifecycle.js';
import { HomeLock } from '../store/sqlite/home-lock.js';
import type { StartFlags } from './configuration.js';
import { checkServicePeers } from './peer-checks.js';
import { prepareHome } from './prepare-home.js';
import { runUntilShutdown } from './run-until-shutdown.js';
import { startOwnService } from './service.js';

/** `guildhall api`: runs only the API service. @returns the exit code, as of `runUntilShutdown` */
export function runApi(flags: StartFlags): Promise<number> {
  return runUntilShutdown(flags, ({ configuration, log }) =>
    Lifecycle.start(log, async (lifecycle) => {
      await prepareHome(configuration.files.home);
      lifecycle.add('home lock', await HomeLock.take(configuration.files.lock));
      const { allowUsers, apiPublicUrl: publicUrl } = configuration;
      const clock = systemClock;
      const peers = checkServicePeers({ clock, log }, allowUsers);
      const options = { failureBudget: null, publicUrl, peers, clock, configuration, log };
      const { url } = await startOwnService(options, lifecycle);
      const greeting = `Guildhall's API service is serving: ${url}`;
      return { greeting, stop: () => lifecycle.stop() };
    }),
  );
}
