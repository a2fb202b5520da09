import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import envPaths from 'env-paths';

/** Where everything in the home lies. */
export interface HomeFiles {
  readonly home: string;
  /** addresses of the running daemon, for programs; removed on exit */
  readonly runtime: string;
  /** what the CLI talks to: a Unix socket, whose path may be too long to use as it is (`withSocketPath`), on Windows a named pipe */
  readonly controlSocket: string;
  readonly configuration: string;
  readonly database: string;
  /** the folder of the files of messages */
  readonly attachments: string;
  /** the signed-in person's account */
  readonly account: string;
  /** held while a daemon runs on this home */
  readonly lock: string;
  /** consent decisions the person wanted remembered */
  readonly remembered: string;
  /** grants to be revoked when their connection ends */
  readonly onceGrants: string;
  /** the person's own voice settings, and what applications changed of them */
  readonly voiceSettings: string;
  readonly log: string;
}

/** The folder everything is kept in, absolute: `--home`, else GUILDHALL_HOME, else the person's data folder. */
export function resolveHome(flag: string | undefined, environment: NodeJS.ProcessEnv): string {
  return resolve(flag || environment.GUILDHALL_HOME || envPaths('guildhall', { suffix: '' }).data);
}

/** The files of a home. Daemon and CLI both come to the same names from the home alone. */
export function homeFiles(home: string): HomeFiles {
  return {
    home,
    runtime: join(home, 'runtime.json'),
    controlSocket: controlSocket(home),
    configuration: join(home, 'config.toml'),
    database: join(home, 'store.db'),
    attachments: join(home, 'attachments'),
    account: join(home, 'account.json'),
    lock: join(home, 'daemon.lock'),
    remembered: join(home, 'remembered.json'),
    onceGrants: join(home, 'once-grants.json'),
    voiceSettings: join(home, 'voice.json'),
    log: join(home, 'guildhall.log'),
  };
}

function controlSocket(home: string): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\guildhall-${keyOf(home.toLowerCase())}`;
  return join(home, 'control.sock');
}

function keyOf(home: string): string {
  return createHash('sha256').update(home).digest('hex').slice(0, 32);
}
