import { win32 } from 'node:path';
import { UserError } from '../../platform/errors.js';
import type { CommandResult, Machine } from '../machine.js';
import type {
  InstallOutcome,
  ServiceFile,
  ServiceManager,
  ServicePlan,
  ServiceQuery,
  ServiceRemoval,
  ServiceState,
  UninstallOutcome,
} from '../service-manager.js';
import type { DaemonService } from '../service-program.js';
import { TASK_NAME, taskText } from './task-text.js';

const FILE_MODE = 0o600;
const ENCODING = 'utf16le';
const END = ['/End', '/TN', TASK_NAME];
const DELETE = ['/Delete', '/F', '/TN', TASK_NAME];
const QUERY = ['/Query', '/FO', 'CSV', '/NH', '/TN', TASK_NAME];

/** The daemon as a task of the Windows task scheduler, which runs while the person is logged in. */
export class TaskManager implements ServiceManager {
  readonly #machine: Machine;
  /** the definition of the task, from which Windows imports it */
  readonly #file: ServiceFile;

  constructor(service: DaemonService) {
    const { machine } = service;
    const { environment, user } = machine;
    this.#machine = machine;
    const folder = environment.LOCALAPPDATA || win32.join(user.folder, 'AppData\\Local');
    const name = environment.USERDOMAIN ? `${environment.USERDOMAIN}\\${user.name}` : user.name;
    const path = win32.join(folder, 'Guildhall', 'service.xml');
    this.#file = { path, text: taskText(service, name) };
  }

  plan(): ServicePlan {
    const commands = [this.#createWords(), ['/Run', '/TN', TASK_NAME]];
    return { files: [this.#file], commands: commands.map((words) => ['schtasks.exe', ...words]) };
  }

  removal(): ServiceRemoval {
    const commands = [END, DELETE].map((words) => ['schtasks.exe', ...words]);
    return { commands, removes: [this.#file.path] };
  }

  query(): ServiceQuery {
    return { commands: [['schtasks.exe', ...QUERY]], reads: [this.#file.path] };
  }

  async install(): Promise<InstallOutcome> {
    const before = await this.#machine.readFile(this.#file.path, ENCODING);
    const isThere = (await this.#query()) !== null;
    const isCurrent = before === this.#file.text && isThere;
    if (isCurrent) return 'unchanged';
    await this.#machine.writeFile(this.#file.path, this.#file.text, FILE_MODE, ENCODING);
    if (isThere) await this.#run(...END);
    await this.#must(...this.#createWords());
    await this.#must('/Run', '/TN', TASK_NAME);
    return isThere ? 'updated' : 'installed';
  }

  async uninstall(): Promise<UninstallOutcome> {
    const isThere = (await this.#query()) !== null;
    if (isThere) {
      await this.#run(...END);
      await this.#must(...DELETE);
    }
    await this.#machine.removeFile(this.#file.path);
    await this.#machine.removeEmptyFolders(win32.dirname(this.#file.path), this.#machine.user.folder);
    return isThere ? 'uninstalled' : 'absent';
  }

  async state(): Promise<ServiceState> {
    const fields = await this.#query();
    const installed = await this.#machine.readFile(this.#file.path, ENCODING);
    return {
      manager: 'task-scheduler',
      scope: 'user',
      units: [
        {
          name: TASK_NAME,
          path: fields === null ? null : `\\${TASK_NAME}`,
          isCurrent: installed === this.#file.text,
          isEnabled: fields !== null,
          // The third column of the list, in the language of Windows.
          state: fields?.[2] ?? 'not installed',
          reason: null,
          pid: null,
          restarts: null,
          status: null,
        },
      ],
      startsAtBoot: false,
      notes: [],
    };
  }

  #createWords(): string[] {
    return ['/Create', '/F', '/TN', TASK_NAME, '/XML', this.#file.path];
  }

  /** The columns that Windows lists of the task: name, next run and state; null if there is none. */
  async #query(): Promise<string[] | null> {
    const { exitCode, stdout } = await this.#run(...QUERY);
    return exitCode === 0 ? stdout.trim().slice(1, -1).split('","') : null;
  }

  #run(...args: string[]): Promise<CommandResult> {
    return this.#machine.run('schtasks.exe', args);
  }

  async #must(...args: string[]): Promise<void> {
    const { exitCode, stdout, stderr } = await this.#run(...args);
    if (exitCode !== 0) {
      throw new UserError(`schtasks ${args.join(' ')} failed: ${stderr.trim() || stdout.trim()}`);
    }
  }
}
