import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import envPaths from 'env-paths';
import { UsageError, UserError } from './errors.js';

/** The paths of all files in the home. */
export interface HomeFiles {
  readonly home: string;
  /** addresses of the running daemon, for programs; removed on exit */
  readonly runtime: string;
  /**
   * the socket of the CLI: a Unix socket, whose path may be too long to use directly (`withSocketPath`), on Windows a file with
   * the name of a named pipe
   */
  readonly controlSocket: string;
  readonly configuration: string;
  readonly database: string;
  /** the folder of attachments */
  readonly attachments: string;
  /** the signed-in person's account */
  readonly account: string;
  /** locked while a daemon runs on this home */
  readonly lock: string;
  /** remembered consent decisions */
  readonly remembered: string;
  /** grants to revoke when their connection closes */
  readonly onceGrants: string;
  /** which programs the person lets show an activity */
  readonly activitySettings: string;
  /** the guild that commands used last */
  readonly lastGuild: string;
  /** the person's voice settings, and the changes of applications */
  readonly voiceSettings: string;
  /** sessions of the console page, without their secrets */
  readonly consoleSessions: string;
  /** the demos with their secrets */
  readonly demos: string;
  readonly log: string;
  /** the folder of the backups that the console writes */
  readonly backups: string;
}

/**
 * The absolute path of the home: `--home`, else GUILDHALL_HOME, else the person's data folder.
 *
 * @throws {UsageError} `--home` is empty, e.g. a variable of a script that is not set: another home would be used
 * @throws {UserError} HOME is needed and no absolute path
 */
export function resolveHome(flag: string | undefined, environment: NodeJS.ProcessEnv): string {
  if (flag === '') throw new UsageError('--home is empty');
  return resolve(flag ?? (environment.GUILDHALL_HOME || dataFolder(environment)));
}

/**
 * The person's data folder. Where HOME is not an absolute path, it would be in whatever folder the command runs.
 *
 * @throws {UserError} if it cannot be told
 */
function dataFolder(environment: NodeJS.ProcessEnv): string {
  const { data } = envPaths('guildhall', { suffix: '' });
  if (process.platform === 'win32') return data;
  const ownFolder = environment.HOME ?? homedir();
  const isXdg = process.platform !== 'darwin';
  const xdgData = isXdg ? xdgFolder(environment, 'XDG_DATA_HOME') : undefined;
  if (xdgData === undefined && !isAbsolute(ownFolder)) {
    const what = ownFolder === '' ? 'is empty' : 'is not an absolute path';
    throw new UserError(`HOME ${what}`, 'Set it, or name the folder of all data with --home.');
  }
  return isXdg ? join(xdgData ?? join(ownFolder, '.local', 'share'), 'guildhall') : data;
}

/** A folder of the XDG Base Directory Specification, which requires that relative paths are ignored. */
export function xdgFolder(
  environment: NodeJS.ProcessEnv,
  name: 'XDG_CONFIG_HOME' | 'XDG_DATA_HOME' | 'XDG_RUNTIME_DIR',
): string | undefined {
  const folder = environment[name];
  return folder !== undefined && isAbsolute(folder) ? folder : undefined;
}

/** The files of a home. Daemon and CLI derive the same paths from the home. */
export function homeFiles(home: string): HomeFiles {
  return {
    home,
    runtime: join(home, 'runtime.json'),
    controlSocket: join(home, process.platform === 'win32' ? 'control.pipe' : 'control.sock'),
    configuration: join(home, 'config.toml'),
    database: join(home, 'store.db'),
    attachments: join(home, 'attachments'),
    account: join(home, 'account.json'),
    lock: join(home, 'daemon.lock'),
    remembered: join(home, 'remembered.json'),
    onceGrants: join(home, 'once-grants.json'),
    activitySettings: join(home, 'activities.json'),
    lastGuild: join(home, 'last-guild.json'),
    voiceSettings: join(home, 'voice.json'),
    consoleSessions: join(home, 'console-sessions.json'),
    demos: join(home, 'demos.json'),
    log: join(home, 'guildhall.log'),
    backups: join(home, 'backups'),
  };
}
