/** A file that a service consists of. */
export interface ServiceFile {
  readonly path: string;
  readonly text: string;
}

/** A file whose content is made when it is written. */
export interface GeneratedFile {
  readonly path: string;
  /** its permissions, e.g. `0600` */
  readonly mode: string;
}

/** What an installation writes and runs. */
export interface ServicePlan {
  readonly files: readonly ServiceFile[];
  /** files with random content, which are written unless they exist; absent: none */
  readonly generated?: readonly GeneratedFile[];
  /** the commands that follow, as words */
  readonly commands: readonly (readonly string[])[];
}

/** What a removal runs and removes, of what is installed. */
export interface ServiceRemoval {
  readonly commands: readonly (readonly string[])[];
  /** files and folders */
  readonly removes: readonly string[];
}

/** How the state is found. */
export interface ServiceQuery {
  readonly commands: readonly (readonly string[])[];
  /** files */
  readonly reads: readonly string[];
}

/** unchanged: the same service was installed and running */
export type InstallOutcome = 'installed' | 'updated' | 'unchanged';
export type UninstallOutcome = 'uninstalled' | 'absent';

/** The state of one unit, agent or task. */
export interface UnitState {
  /** e.g. `guildhall.service` */
  readonly name: string;
  /** its file; null if it is not installed */
  readonly path: string | null;
  /** whether its file is what this version installs; false after an upgrade that changes it */
  readonly isCurrent: boolean;
  /** whether it starts automatically */
  readonly isEnabled: boolean;
  /** of the service manager, e.g. `active`, `failed` or `inactive` */
  readonly state: string;
  /** why it is in this state, e.g. `watchdog`; null if that is not known or nothing special */
  readonly reason: string | null;
  readonly pid: number | null;
  /** restarts after failures, since it was started; null if unknown */
  readonly restarts: number | null;
  /** what it does, in its own words; null if it does not say */
  readonly status: string | null;
}

export interface ServiceState {
  readonly manager: 'systemd' | 'launchd' | 'task-scheduler';
  readonly scope: 'user' | 'system';
  readonly units: readonly UnitState[];
  /** whether it starts with the machine, before anybody logs in; null if unknown */
  readonly startsAtBoot: boolean | null;
  /** what the person should know, e.g. how to start it with the machine */
  readonly notes: readonly string[];
}

export interface UninstallOptions {
  /** also remove the data */
  readonly purge: boolean;
}

/** Installs and removes Guildhall as a service of this machine (docs/operating.md, Service). */
export interface ServiceManager {
  /** What `install` would do. */
  plan(): ServicePlan;
  /** What `uninstall` would do. */
  removal(options: UninstallOptions): ServiceRemoval;
  /** What `state` does. */
  query(): ServiceQuery;
  /** Writes what is missing or outdated, enables and starts the service. @throws {UserError} with a hint if that fails */
  install(): Promise<InstallOutcome>;
  /** Stops the service and removes everything that `install` made. @throws {UserError} with a hint if that fails */
  uninstall(options: UninstallOptions): Promise<UninstallOutcome>;
  /** @throws {UserError} if the service manager cannot be reached */
  state(): Promise<ServiceState>;
}
