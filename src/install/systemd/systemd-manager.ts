import { basename, dirname } from 'node:path/posix';
import type { Machine } from '../machine.js';
import type {
  GeneratedFile,
  InstallOutcome,
  ServiceFile,
  ServiceManager,
  ServicePlan,
  ServiceQuery,
  ServiceRemoval,
  ServiceState,
  UninstallOptions,
  UninstallOutcome,
} from '../service-manager.js';
import { Systemctl } from './systemctl.js';
import { fileState, writeUnits } from './unit-files.js';
import { PROPERTIES, unitState } from './unit-state.js';

/** What differs between a person's units and those of the machine. */
export interface SystemdService {
  readonly scope: 'user' | 'system';
  readonly files: readonly ServiceFile[];
  /** what `prepare` writes */
  readonly generated?: readonly GeneratedFile[];
  /** the units that run all the time; others only react */
  readonly running: readonly string[];
  /** the folder above those that systemd and `install` create */
  readonly foldersBelow: string;
  /** Checks that this user may change it. @throws {UserError} */
  requireRights(): void;
  /** Checks that it can be installed here, and creates what the units need. @throws {UserError} */
  prepare(): Promise<void>;
  /** The files and folders that `cleanUp` removes. */
  leftovers(options: UninstallOptions): readonly string[];
  /** Removes what `prepare` created and, to purge, the data. */
  cleanUp(options: UninstallOptions): Promise<void>;
  /** the commands of `describeStart` */
  readonly startCommands: readonly (readonly string[])[];
  /** Whether it starts with the machine, and what the person should know. */
  describeStart(): Promise<Pick<ServiceState, 'startsAtBoot' | 'notes'>>;
}

/** A service of systemd. */
export class SystemdManager implements ServiceManager {
  constructor(
    private readonly machine: Machine,
    private readonly service: SystemdService,
  ) {}

  plan(): ServicePlan {
    const { files, generated = [], running, scope } = this.service;
    const commands = [['daemon-reload'], ['enable', ...files.map(unitName)], ['start', ...running]];
    const shown = commands.map((words) => Systemctl.words(scope, ...words));
    return { files, ...(generated.length > 0 && { generated }), commands: shown };
  }

  removal(options: UninstallOptions): ServiceRemoval {
    const { files, scope } = this.service;
    const units = files.map(unitName);
    const commands = [['disable', '--now', ...units], ['daemon-reload'], ['reset-failed', ...units]];
    return {
      commands: commands.map((words) => Systemctl.words(scope, ...words)),
      removes: [...files.map(({ path }) => path), ...this.service.leftovers(options)],
    };
  }

  query(): ServiceQuery {
    const { files, scope, startCommands } = this.service;
    const units = files.map((file) =>
      Systemctl.words(scope, ...Systemctl.showWords(unitName(file), PROPERTIES)),
    );
    return { commands: [...units, ...startCommands], reads: files.map(({ path }) => path) };
  }

  async install(): Promise<InstallOutcome> {
    const { files, running, scope } = this.service;
    this.service.requireRights();
    const systemctl = await Systemctl.connect(this.machine, scope);
    await this.service.prepare();
    const before = await writeUnits(this.machine, files);
    const units = files.map(unitName);
    if (before.every((state) => state === 'current') && (await isRunning(systemctl, units, running))) {
      return 'unchanged';
    }
    await systemctl.must('daemon-reload');
    await systemctl.must('enable', ...units);
    // What failed too often is not started again until its failures are forgotten.
    await systemctl.run('reset-failed', ...running);
    await systemctl.must('restart', ...running);
    return before.every((state) => state === 'missing') ? 'installed' : 'updated';
  }

  async uninstall(options: UninstallOptions): Promise<UninstallOutcome> {
    const { files, foldersBelow, scope } = this.service;
    this.service.requireRights();
    const systemctl = await Systemctl.connect(this.machine, scope);
    const installed: ServiceFile[] = [];
    for (const file of files) if ((await fileState(this.machine, file)) !== 'missing') installed.push(file);
    const units = installed.map(unitName);
    if (units.length > 0) await systemctl.must('disable', '--now', ...units);
    // Units of a package are not ours to remove, and neither is the secret that they need.
    if (units.length > 0 || options.purge) await this.service.cleanUp(options);
    for (const { path } of installed) await this.machine.removeFile(path);
    if (units.length === 0) return 'absent';
    await systemctl.must('daemon-reload');
    await systemctl.run('reset-failed', ...units);
    for (const folder of new Set(installed.map(({ path }) => dirname(path)))) {
      for (const target of ['default', 'graphical-session', 'multi-user']) {
        await this.machine.removeEmptyFolders(`${folder}/${target}.target.wants`, foldersBelow);
      }
    }
    return 'uninstalled';
  }

  async state(): Promise<ServiceState> {
    const { files, scope } = this.service;
    const systemctl = await Systemctl.connect(this.machine, scope);
    const units = [];
    for (const file of files) {
      const isCurrent = (await this.machine.readFile(file.path)) === file.text;
      units.push(await unitState(systemctl, unitName(file), isCurrent));
    }
    return { manager: 'systemd', scope, units, ...(await this.service.describeStart()) };
  }
}

function unitName({ path }: ServiceFile): string {
  return basename(path);
}

async function isRunning(
  systemctl: Systemctl,
  units: readonly string[],
  running: readonly string[],
): Promise<boolean> {
  const states = await Promise.all(units.map((unit) => unitState(systemctl, unit, true)));
  return states.every(
    ({ isEnabled, name, state }) => isEnabled && (state === 'active' || !running.includes(name)),
  );
}
