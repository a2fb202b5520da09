import type { ClusterOptions } from '../cluster/open-cluster.js';
import type { Clock } from '../platform/clock.js';
import { UsageError, UserError } from '../platform/errors.js';
import type { Lifecycle } from '../platform/lifecycle.js';
import type { Logger } from '../platform/log.js';
import type { Configuration } from './configuration.js';

/** What decides whether this process is one of several nodes. */
type NodeConfiguration = Pick<
  Configuration,
  'store' | 'node' | 'bus' | 'busPasswordFile' | 'busCaFile' | 'busCertificate' | 'busKey'
>;

interface OpenOptions {
  readonly clock: Clock;
  readonly log: Logger;
  /** called if the server of the bus lets anybody in; by default the log has a warning */
  readonly openServer?: () => void;
}

/**
 * Connects to the other nodes (docs/operating.md, Several nodes).
 *
 * @returns null if this process is the only one
 * @throws {UserError} settings that are only used together are incomplete, or the bus cannot be used
 */
export async function openClusterOptions(
  configuration: NodeConfiguration,
  { clock, log, openServer }: OpenOptions,
  lifecycle: Lifecycle,
): Promise<ClusterOptions | null> {
  requireComplete(configuration);
  const { node, bus: url, busPasswordFile: passwordFile, busCaFile: caFile } = configuration;
  if (node === null) return null;
  if (url === null) {
    log.warn(
      { node, hint: 'Name the NATS server of the nodes with --bus' },
      'started without a bus; only guilds that no other node owns are served',
    );
    const { InProcessBus, InProcessHub } = await import('../cluster/bus/in-process-bus.js');
    const bus = new InProcessBus({ hub: new InProcessHub(), clock, log, isAlone: true });
    return { node, bus: lifecycle.add('bus', bus) };
  }
  const { busCertificate: certFile, busKey: keyFile } = configuration;
  const clientCertificate = certFile === null || keyFile === null ? null : { certFile, keyFile };
  const { openNatsBus } = await import('../cluster/bus/nats/open-nats-bus.js');
  const bus = await openNatsBus({ url, passwordFile, caFile, clientCertificate }, node, log, openServer);
  return { node, bus: lifecycle.add('bus', bus) };
}

function requireComplete(configuration: NodeConfiguration): void {
  const { store, node, bus, busPasswordFile, busCaFile, busCertificate, busKey } = configuration;
  if (node !== null && store === null) {
    throw new UsageError(
      '--node needs a store that nodes can share',
      'Name a PostgreSQL database with --store',
    );
  }
  if (bus !== null && node === null) {
    throw new UsageError('--bus connects nodes', 'Give this one a name with --node');
  }
  if (bus === null && [busPasswordFile, busCaFile, busCertificate, busKey].some((file) => file !== null)) {
    throw new UsageError('files of the bus are set, but no bus', 'Name its server with --bus');
  }
  if ((busCertificate === null) !== (busKey === null)) {
    throw new UserError('bus_certificate and bus_key are only used together');
  }
}
