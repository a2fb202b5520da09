import { dirname, join } from 'node:path/posix';
import { createSecret } from '../../platform/crypto/secrets.js';
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

/** The API service and its voice endpoint as system services, each with a user of its own. */
export function systemService({ machine, program, command }: SystemServiceOptions): SystemdService {
  return {
    scope: 'system',
    files: systemUnits(program, UNIT_FOLDER),
    generated: [{ path: VOICE_SECRET, mode: '0600' }],
    running: SYSTEM_UNITS,
    foldersBelow: '/etc',
    requireRights: () => requireRoot(machine, command),
    async prepare() {
      await requireTrusted(machine, program.node);
      await requireTrusted(machine, program.cli);
      for (const path of loadedFiles(program)) {
        if (await machine.exists(path)) await requireTrusted(machine, path);
      }
      if (await machine.exists(VOICE_SECRET)) return;
      await machine.writeFile(VOICE_SECRET, `${createSecret()}\n`, SECRET_MODE);
    },
    leftovers: ({ purge }) => [...(purge ? STATE_FOLDERS : []), VOICE_SECRET],
    async cleanUp({ purge }) {
      if (purge) for (const folder of STATE_FOLDERS) await machine.removeTree(folder);
      await machine.removeFile(VOICE_SECRET);
      await machine.removeEmptyFolders(SYSTEM_SETTINGS, '/etc');
    },
    startCommands: [],
    async describeStart() {
      return { startsAtBoot: true, notes: [] };
    },
  };
}

/** What the program loads from its own folder, where it exists (docs/adr/0026-programs-are-bundled.md). */
function loadedFiles({ cli }: ServiceProgram): string[] {
  const dist = dirname(dirname(cli));
  const bundle = ['cli.cjs', 'cli-commands.cache', 'cli-start.cache'].map((name) =>
    join(dist, 'bundle', name),
  );
  return [...bundle, ...['package.json', 'node_modules'].map((name) => join(dirname(dist), name))];
}
