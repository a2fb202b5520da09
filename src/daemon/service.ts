import { startApiService } from '../api/start-api.js';
import type { Clock } from '../platform/clock.js';
import type { Lifecycle } from '../platform/lifecycle.js';
import type { Logger } from '../platform/log.js';
import type { Administration } from '../protocol/administration.js';
import type { Configuration } from './configuration.js';

/** The service this daemon is a client of: its own, or a remote one. */
export interface Service {
  /** the REST API, e.g. `http://127.0.0.1:6480/api` */
  readonly url: string;
  /** null for a remote service */
  readonly administration: Administration | null;
}

/** The daemon's own service, started here, unless a remote one was chosen. */
export async function openService(
  { clock, configuration, log }: { configuration: Configuration; clock: Clock; log: Logger },
  lifecycle: Lifecycle,
): Promise<Service> {
  if (configuration.apiUrl !== null) return { url: configuration.apiUrl, administration: null };
  return startOwnService({ clock, configuration, log }, lifecycle);
}

/** Starts the API service over the home's store. */
export async function startOwnService(
  { clock, configuration, log }: { configuration: Configuration; clock: Clock; log: Logger },
  lifecycle: Lifecycle,
) {
  const { apiPort: port, files, restLimits, replayLimits } = configuration;
  const databasePath = files.database;
  const limits = { restLimits, replayLimits };
  const api = await startApiService({ databasePath, host: '127.0.0.1', port, ...limits, log, clock });
  return lifecycle.add('api', api);
}
