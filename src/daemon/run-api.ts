import { systemClock } from '../platform/clock.js';
import { Lifecycle } from '../platform/lifecycle.js';
import { VERSION } from '../platform/version.js';
import type { StartFlags } from './configuration.js';
import { drain, drainMs } from './drain.js';
import { openHealth } from './health/open-health.js';
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
        const { allowUsers, apiPublicUrl: publicUrl, metricsPort } = configuration;
        const clock = systemClock;
        const peers = checkServicePeers({ clock, log }, allowUsers);
        const health = await openHealth({ port: metricsPort, peers, clock, log }, lifecycle);
        const cluster = await openClusterOptions(configuration, { clock, log }, lifecycle);
        const options = {
          failureBudget: null,
          publicUrl,
          peers,
          cluster,
          stopping,
          clock,
          configuration,
          log,
        };
        const service = await startOwnService({ ...options, metrics: health?.metrics ?? null }, lifecycle);
        health?.metrics.observeFigures(() => service.figures());
        health?.readiness.started(service);
        const { url } = service;
        const greeting = `Guildhall's API service is serving: ${url}`;
        const metrics = health && { url: `${health.url}/metrics` };
        const runtime = { pid: process.pid, version: VERSION, api: { url }, ...(metrics && { metrics }) };
        const stop = async () => {
          const ms = drainMs(configuration);
          if (health !== null) await drain({ service, readiness: health.readiness, ms, clock, log });
          await lifecycle.stop();
        };
        return { greeting, runtime, describe: () => `API ${url}`, stop };
      },
      stopping,
    ),
  );
}
