import { UsageError, UserError } from '../platform/errors.js';
import { LaunchdManager } from './launchd/launchd-manager.js';
import type { ServiceManager } from './service-manager.js';
import type { DaemonService } from './service-program.js';
import { systemService } from './systemd/system-service.js';
import { SystemdManager } from './systemd/systemd-manager.js';
import { userService } from './systemd/user-service.js';
import { TaskManager } from './windows/task-manager.js';

export interface ServiceOptions extends DaemonService {
  /** user: the daemon as a service of the person; system: the API service and its voice endpoint as system services */
  readonly scope: 'user' | 'system';
  /** this command for a shell, e.g. `guildhall service install --system` */
  readonly command: string;
}

/**
 * The service manager of this machine: systemd, launchd or the Windows task scheduler.
 *
 * @throws {UserError} if the system has none that is supported
 */
export function createServiceManager(options: ServiceOptions): ServiceManager {
  const { home, machine, scope } = options;
  if (machine.platform === 'linux') {
    if (scope === 'user') return new SystemdManager(machine, userService(options));
    if (home !== null)
      throw new UsageError(
        '--home (or GUILDHALL_HOME) and --system cannot be combined: systemd creates the homes',
      );
    return new SystemdManager(machine, systemService(options));
  }
  if (scope === 'system') throw new UserError('system services need systemd');
  if (machine.platform === 'darwin') return new LaunchdManager(options);
  if (machine.platform === 'win32') return new TaskManager(options);
  throw new UserError(`no service manager of ${machine.platform} is supported`, 'Run: guildhall start');
}
