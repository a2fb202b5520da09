import type { PeerCheck } from '../../net/peer-check.js';
import type { HomeFiles } from '../../platform/home.js';
import { type Component, Lifecycle } from '../../platform/lifecycle.js';
import type { ServiceContext } from '../context.js';
import { ControlError } from '../errors.js';
import { SERVICE_OPERATIONS } from '../operations/service-operations.js';
import { serveControlSocket } from './control-socket.js';

/** The error of what only a daemon can do. */
const SERVICE_ONLY = new ControlError(
  'service_only',
  'this home belongs to guildhall api, which is a guild service, without RPC, devices or console',
  'Available here: guildhall apps, users, guilds create, guilds configure, guilds subscribers, stop, logs, doctor and support-bundle. Other commands need a daemon, on another home.',
);

export interface ServiceControlOptions
  extends Pick<ServiceContext, 'administration' | 'clock' | 'log' | 'shutdown' | 'shutdownMs'> {
  readonly files: HomeFiles;
  /** decides who may connect to the control socket, besides its file mode */
  readonly socketPeers: PeerCheck;
}

/** The control socket of `guildhall api`, over which the CLI administers its accounts and applications. */
export class ServiceControl implements Component {
  private constructor(private readonly lifecycle: Lifecycle) {}

  /** @throws {UserError} if the home is in use */
  static start({ files, socketPeers, ...options }: ServiceControlOptions): Promise<ServiceControl> {
    return Lifecycle.start(options.log, async (lifecycle) => {
      const control: ServiceContext = {
        ...options,
        person: null,
        applicationChanged() {},
        async applicationForgotten() {},
      };
      await serveControlSocket(
        { operations: SERVICE_OPERATIONS, control, files, socketPeers, unknown: SERVICE_ONLY },
        lifecycle,
      );
      return new ServiceControl(lifecycle);
    });
  }

  stop(): Promise<void> {
    return this.lifecycle.stop();
  }
}
