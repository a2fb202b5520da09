import { join } from 'node:path/posix';
import { UserError } from '../../platform/errors.js';
import { xdgFolder } from '../../platform/home.js';
import type { Machine } from '../machine.js';
import type { DaemonService } from '../service-program.js';
import type { SystemdService } from './systemd-manager.js';
import { USER_UNIT, userUnits } from './user-units.js';

/** The daemon as a service of the person who runs this program. */
export function userService(service: DaemonService): SystemdService {
  const { machine } = service;
  const { environment, user } = machine;
  const settings = xdgFolder(environment, 'XDG_CONFIG_HOME') ?? join(user.folder, '.config');
  return {
    scope: 'user',
    files: userUnits(service, join(settings, 'systemd/user')),
    running: [USER_UNIT],
    foldersBelow: user.folder,
    requireRights() {
      const { SUDO_USER } = environment;
      if (user.uid !== 0 || !SUDO_USER || SUDO_USER === 'root') return;
      throw new UserError(
        'this would be a service of root, not yours',
        'Run it without sudo, or install the system service with --system',
      );
    },
    async prepare() {},
    leftovers: () => [],
    async cleanUp() {},
    startCommands: [lingerCommand(machine)],
    async describeStart() {
      const startsAtBoot = await isLingering(machine);
      const hint = `The service starts when you log in. To start it with the machine: loginctl enable-linger ${user.name}`;
      return { startsAtBoot, notes: startsAtBoot === false ? [hint] : [] };
    },
  };
}

/** Whether the person's service manager starts with the machine; null if logind does not say. */
async function isLingering(machine: Machine): Promise<boolean | null> {
  const [command = '', ...words] = lingerCommand(machine);
  const { exitCode, stdout } = await machine.run(command, words);
  const [, linger] = /^Linger=(yes|no)$/m.exec(stdout) ?? [];
  return exitCode === 0 && linger !== undefined ? linger === 'yes' : null;
}

function lingerCommand({ user }: Machine): string[] {
  return ['loginctl', 'show-user', String(user.uid), '--property=Linger'];
}
