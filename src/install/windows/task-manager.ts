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
const QUERY = ['/Query', '/V', '/FO', 'CSV', '/NH', '/TN', TASK_NAME];
/** The column of the last result: the others are in the language of Windows, or the person's own words. */
const LAST_RESULT = 6;
/** What the scheduler has there instead of the exit code of the program (SCHED_S_TASK_…). */
const RESULTS: ReadonlyMap<string, string> = new Map([
  ['267009', 'running'],
  ['267045', 'queued'],
  ['267011', 'not started yet'],
  ['267014', 'stopped'],
]);
/** After this time, in milliseconds, a daemon that cannot start has ended. */
const START_MS = 4_000;

/** What the scheduler says of the task. */
interface TaskState {
  readonly state: string;
  readonly reason: string | null;
}

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
    const task = await this.#query();
    const isThere = task !== null;
    if (before === this.#file.text && task?.state === 'running') return 'unchanged';
    await this.#machine.writeFile(this.#file.path, this.#file.text, FILE_MODE, ENCODING);
    if (isThere) await this.#run(...END);
    await this.#must(...this.#createWords());
    await this.#must('/Run', '/TN', TASK_NAME);
    await this.#requireRunning();
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
    const task = await this.#query();
    const installed = await this.#machine.readFile(this.#file.path, ENCODING);
    return {
      manager: 'task-scheduler',
      scope: 'user',
      units: [
        {
          name: TASK_NAME,
          path: task === null ? null : `\\${TASK_NAME}`,
          isCurrent: installed === this.#file.text,
          isEnabled: task !== null,
          state: task?.state ?? 'not installed',
          reason: task?.reason ?? null,
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

  /** The scheduler starts the task after it has answered, so that only its state tells whether the daemon runs. */
  async #requireRunning(): Promise<void> {
    await this.#machine.wait(START_MS);
    const { state = 'gone', reason = null } = (await this.#query()) ?? {};
    if (state === 'running') return;
    throw new UserError(
      `the service is installed, but does not run: ${state}${reason === null ? '' : ` (${reason})`}`,
      'Find out why in a terminal: guildhall start',
    );
  }

  /** What the scheduler says of the task; null if there is none. */
  async #query(): Promise<TaskState | null> {
    const { exitCode, stdout } = await this.#run(...QUERY);
    if (exitCode !== 0) return null;
    const result = stdout.trim().slice(1).split('","')[LAST_RESULT] ?? '';
    const state = RESULTS.get(result);
    if (state !== undefined) return { state, reason: null };
    return { state: 'ended', reason: result === '0' ? null : `exit code ${result}` };
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
