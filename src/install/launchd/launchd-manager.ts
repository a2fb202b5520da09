import { join } from 'node:path/posix';
import { UserError } from '../../platform/errors.js';
import type { Machine } from '../machine.js';
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
import { type DaemonService, startCommand } from '../service-program.js';
import { propertyList } from './property-list.js';

/** The name of the agent. */
export const LABEL = 'guildhall';
const AGENT_MODE = 0o644;
/** The shortest time between two starts, in seconds: launchd also restarts an agent that refuses to start. */
const THROTTLE_S = 30;
/** How long it may take to stop, in seconds. */
const EXIT_TIMEOUT_S = 15;
/** How long an agent that is unloaded may be listed, and how often launchd is asked, in milliseconds. */
const UNLOAD_TIMEOUT_MS = EXIT_TIMEOUT_S * 1000 + 5_000;
const UNLOAD_INTERVAL_MS = 250;

/** The daemon as a launchd agent of the person, which runs while they are logged in. */
export class LaunchdManager implements ServiceManager {
  readonly #machine: Machine;
  readonly #file: ServiceFile;
  readonly #domain: string;
  readonly #service: string;

  constructor(service: DaemonService) {
    const { machine } = service;
    this.#machine = machine;
    this.#domain = `gui/${machine.user.uid}`;
    this.#service = `${this.#domain}/${LABEL}`;
    const path = join(machine.user.folder, 'Library/LaunchAgents', `${LABEL}.plist`);
    this.#file = { path, text: agent(service) };
  }

  plan(): ServicePlan {
    const commands = [
      ['enable', this.#service],
      ['bootstrap', this.#domain, this.#file.path],
    ];
    return { files: [this.#file], commands: commands.map((words) => ['launchctl', ...words]) };
  }

  removal(): ServiceRemoval {
    return { commands: [['launchctl', 'bootout', this.#service]], removes: [this.#file.path] };
  }

  query(): ServiceQuery {
    return { commands: [['launchctl', 'print', this.#service]], reads: [this.#file.path] };
  }

  async install(): Promise<InstallOutcome> {
    const before = await this.#machine.readFile(this.#file.path);
    const isLoaded = (await this.#print()) !== null;
    if (before === this.#file.text && isLoaded) return 'unchanged';
    await this.#machine.writeFile(this.#file.path, this.#file.text, AGENT_MODE);
    if (isLoaded) await this.#unload();
    // An agent that was disabled would not be loaded.
    await this.#must('enable', this.#service);
    await this.#must('bootstrap', this.#domain, this.#file.path);
    return before === null ? 'installed' : 'updated';
  }

  async uninstall(): Promise<UninstallOutcome> {
    const isLoaded = (await this.#print()) !== null;
    if (isLoaded) await this.#unload();
    const isInstalled = (await this.#machine.readFile(this.#file.path)) !== null;
    await this.#machine.removeFile(this.#file.path);
    return isLoaded || isInstalled ? 'uninstalled' : 'absent';
  }

  async state(): Promise<ServiceState> {
    const installed = await this.#machine.readFile(this.#file.path);
    const shown = (await this.#print()) ?? '';
    const [, state = 'not loaded'] = /^\s*state = (.+)$/m.exec(shown) ?? [];
    const [, pid] = /^\s*pid = (\d+)$/m.exec(shown) ?? [];
    const [, exitCode = '0'] = /^\s*last exit code = (\d+)/m.exec(shown) ?? [];
    const unit = {
      name: LABEL,
      path: installed === null ? null : this.#file.path,
      isCurrent: installed === this.#file.text,
      isEnabled: installed !== null,
      state,
      reason: exitCode === '0' ? null : `exit code ${exitCode}`,
      pid: pid === undefined ? null : Number(pid),
      restarts: null,
      status: null,
    };
    return { manager: 'launchd', scope: 'user', units: [unit], startsAtBoot: false, notes: [] };
  }

  /** What launchd knows of the agent; null if it is not loaded. */
  async #print(): Promise<string | null> {
    const { exitCode, stdout } = await this.#machine.run('launchctl', ['print', this.#service]);
    return exitCode === 0 ? stdout : null;
  }

  /** launchd answers before the process has ended, and refuses to load the agent until then. */
  async #unload(): Promise<void> {
    await this.#must('bootout', this.#service);
    for (let waited = 0; waited < UNLOAD_TIMEOUT_MS; waited += UNLOAD_INTERVAL_MS) {
      if ((await this.#print()) === null) return;
      await this.#machine.wait(UNLOAD_INTERVAL_MS);
    }
    throw new UserError('launchd does not unload the agent', 'Try again');
  }

  async #must(...args: string[]): Promise<void> {
    const { exitCode, stdout, stderr } = await this.#machine.run('launchctl', args);
    if (exitCode === 0) return;
    throw new UserError(
      `launchctl ${args.join(' ')} failed: ${stderr.trim() || stdout.trim()}`,
      'Run it in a terminal of your desktop session, not by ssh',
    );
  }
}

function agent(service: DaemonService): string {
  return propertyList({
    Label: LABEL,
    // Ignored by launchd.
    GuildhallVersion: service.program.version,
    ProgramArguments: startCommand(service),
    RunAtLoad: true,
    KeepAlive: { SuccessfulExit: false },
    ThrottleInterval: THROTTLE_S,
    ExitTimeOut: EXIT_TIMEOUT_S,
    // Background processes get less of the processor, which sound would suffer from.
    ProcessType: 'Interactive',
  });
}
