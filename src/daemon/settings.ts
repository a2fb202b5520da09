import { resolve } from 'node:path';
import { UserError } from '../platform/errors.js';
import { LOG_LEVELS, type LogLevel } from '../platform/log.js';

/** How one setting is read from text; each throws a `UserError` that says what it takes instead. */
type Reader<T> = (text: string) => T;

/** One setting of the daemon: its flag, its key in `config.toml` and its name in the environment are one name. */
export interface Setting<T> {
  /** e.g. `rpc_ports`: `--rpc-ports`, `rpc_ports` in the file, GUILDHALL_RPC_PORTS */
  readonly key: string;
  readonly read: Reader<T>;
  readonly fallback: T;
}

const HIGHEST_PORT = 65_535;
/** The longest capture limit, in seconds: nobody takes longer to press a shortcut. */
const LONGEST_CAPTURE = 3600;

/** Every setting besides the home (README.md, Where things run). */
export const SETTINGS = {
  rpcPorts: setting('rpc_ports', ports, [6463, 6472] as const),
  apiPort: setting('api_port', port, 6480),
  apiUrl: setting<string | null>('api_url', url, null),
  /** where others reach the service that `guildhall api` runs, e.g. behind a proxy that speaks TLS */
  apiPublicUrl: setting<string | null>('api_public_url', url, null),
  consolePort: setting('console_port', port, 6490),
  allowMissingOrigin: setting('allow_missing_origin', bool, false),
  /** other users of this machine whose programs may connect: names, uids, or on Windows SIDs */
  allowUsers: setting<readonly string[]>('allow_users', userList, []),
  /** a file in the format of SDL's database of game controllers; relative to the folder the daemon is started in */
  gamepadMappings: setting<string | null>('gamepad_mappings', path, null),
  /** the longest an application may record keys at a time, in seconds */
  captureLimit: setting('capture_limit', captureSeconds, 60),
  noOpen: setting('no_open', bool, false),
  logLevel: setting<LogLevel>('log_level', level, 'info'),
} as const;

function setting<T>(key: string, read: Reader<T>, fallback: T): Setting<T> {
  return { key, read, fallback };
}

function ports(text: string): readonly [number, number] {
  const match = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text);
  const first = Number(match?.[1]);
  const last = Number(match?.[2] ?? match?.[1]);
  if (match === null || first < 1 || last > HIGHEST_PORT || first > last) {
    throw new UserError(`expected a range of ports such as 6463-6472, got ${JSON.stringify(text)}`);
  }
  return [first, last];
}

function port(text: string): number {
  const value = Number(text);
  if (!/^\d{1,5}$/.test(text) || value > HIGHEST_PORT) {
    throw new UserError(`expected a port from 0 to ${HIGHEST_PORT}, got ${JSON.stringify(text)}`);
  }
  return value;
}

function url(text: string): string {
  const parsed = URL.canParse(text) ? new URL(text) : null;
  if (parsed === null || !['http:', 'https:'].includes(parsed.protocol)) {
    throw new UserError(`expected a URL such as https://chat.example/api, got ${JSON.stringify(text)}`);
  }
  // It would be among the arguments, and in every log.
  if (parsed.username !== '' || parsed.password !== '') {
    throw new UserError('expected a URL without user name and password; sign in with: guildhall login');
  }
  return text.replace(/\/+$/, '');
}

function userList(text: string): readonly string[] {
  const users = text.split(',').map((each) => each.trim());
  if (!users.includes('')) return users;
  throw new UserError(`expected names or uids separated by commas, got ${JSON.stringify(text)}`);
}

function path(text: string): string {
  if (text === '') throw new UserError('expected the path of a file');
  return resolve(text);
}

function captureSeconds(text: string): number {
  const value = Number(text);
  if (!/^\d{1,4}$/.test(text) || value < 1 || value > LONGEST_CAPTURE) {
    throw new UserError(`expected seconds from 1 to ${LONGEST_CAPTURE}, got ${JSON.stringify(text)}`);
  }
  return value;
}

function bool(text: string): boolean {
  if (['true', '1', 'yes', 'on'].includes(text.toLowerCase())) return true;
  if (['false', '0', 'no', 'off'].includes(text.toLowerCase())) return false;
  throw new UserError(`expected true or false, got ${JSON.stringify(text)}`);
}

function level(text: string): LogLevel {
  const found = LOG_LEVELS.find((each) => each === text);
  if (found === undefined) {
    throw new UserError(`expected one of ${LOG_LEVELS.join(', ')}, got ${JSON.stringify(text)}`);
  }
  return found;
}
