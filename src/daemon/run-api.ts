import { ServiceControl } from '../control/server/service-control.js';
import { systemClock } from '../platform/clock.js';
import { Lifecycle } from '../platform/lifecycle.js';
import { SystemPeerCredentials } from '../platform/processes/peer-credentials.js';
import { VERSION } from '../platform/version.js';
import type { StartFlags } from './configuration.js';
import { drain, drainMs } from './drain.js';
import { openHealth } from './health/open-health.js';
import { openClusterOptions } from './open-cluster-options.js';
import { openHome } from './open-home.js';
import { checkServicePeers, checkUnixPeers } from './peer-checks.js';
import { runUntilShutdown } from './process/run-until-shutdown.js';
import { startOwnService } from './service.js';

/** `guildhall api`: runs only the API service. @returns the exit code, as of `runUntilShutdown` */
export function runApi(flags: StartFlags): Promise<number> {
  return runUntilShutdown(flags, ({ configuration, log, logFile, shutDown, stopMs, stopping }) =>
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
        lifecycle.add(
          'control',
          await ServiceControl.start({
            files: configuration.files,
            socketPeers: checkUnixPeers({ credentials: SystemPeerCredentials.load(), clock, log }),
            administration: service.administration,
            shutdown: shutDown,
            shutdownMs: stopMs,
            clock,
            log,
          }),
        );
        health?.readiness.started(service);
        const { port, url } = service;
        const local = `http://127.0.0.1:${port}`;
        const isPublic = !url.startsWith(`${local}/`);
        const greeting = `Guildhall's API service is serving: ${url}${isPublic ? ` (on ${local})` : ''}`;
        const metrics = health && { url: `${health.url}/metrics` };
        const runtime = {
          pid: process.pid,
          version: VERSION,
          api: { url, port },
          ...(metrics && { metrics }),
        };
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
