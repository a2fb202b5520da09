import { createSecret } from '../../platform/secrets.js';
import type { Machine } from '../machine.js';
import type { ServiceProgram } from '../service-program.js';
import { requireRoot, requireTrusted } from './require-trusted.js';
import { STATE_FOLDERS, SYSTEM_SETTINGS, SYSTEM_UNITS, systemUnits, VOICE_SECRET } from './system-units.js';
import type { SystemdService } from './systemd-manager.js';

const UNIT_FOLDER = '/etc/systemd/system';
const SECRET_MODE = 0o600;

export interface SystemServiceOptions {
  readonly machine: Machine;
  readonly program: ServiceProgram;
  /** the command of this installation for a shell, e.g. `guildhall service install --system` */
  readonly command: string;
}

/** The API service and its voice endpoint as services of the machine, each with a user of its own. */
export function systemService({ machine, program, command }: SystemServiceOptions): SystemdService {
  return {
    scope: 'system',
    files: systemUnits(program, UNIT_FOLDER),
    running: SYSTEM_UNITS,
    foldersBelow: '/etc',
    requireRights: () => requireRoot(machine, command),
    async prepare() {
      await requireTrusted(machine, program.node);
      await requireTrusted(machine, program.cli);
      if (await machine.exists(VOICE_SECRET)) return;
      await machine.writeFile(VOICE_SECRET, `${createSecret()}\n`, SECRET_MODE);
    },
    async cleanUp({ purge }) {
      if (purge) for (const folder of STATE_FOLDERS) await machine.removeTree(folder);
      await machine.removeFile(VOICE_SECRET);
      await machine.removeEmptyFolders(SYSTEM_SETTINGS, '/etc');
    },
    async describeStart() {
      return { startsAtBoot: true, notes: [] };
    },
  };
}
