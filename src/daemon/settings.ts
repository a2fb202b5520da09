import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { hostOf, isThisMachine } from '../net/address-scope.js';
import { checkNodeName, parseServers } from '../net/node-settings.js';
import { UserError } from '../platform/errors.js';
import { LOG_LEVELS, type LogLevel } from '../platform/log.js';
import type { DeclaredLimit } from '../protocol/declaration/limits.js';
import { RPC_PORT_RANGE } from '../protocol/rpc/ports.js';
import { readConnectionUrl } from '../store/postgres/connection-settings.js';

/** Parses one setting; throws a `UserError` that says what it accepts. */
type Reader<T> = (text: string) => T;

/** One setting of the daemon: its flag, its key in `config.toml` and its environment variable share one name. */
export interface Setting<T> {
  /** e.g. `rpc_ports`: `--rpc-ports`, `rpc_ports` in the file, GUILDHALL_RPC_PORTS */
  readonly key: string;
  readonly read: Reader<T>;
  readonly fallback: T;
}

const MAX_PORT = 65_535;
/** Long enough for any load balancer to notice. */
const MAX_DRAIN_SECONDS = 600;
/** The longest capture limit, in seconds. */
const MAX_CAPTURE_SECONDS = 3600;
/** Limits of the time that a request for access waits, in seconds: long enough to read it, at most a day. */
const CONSENT_SECONDS = { least: 10, most: 86_400 };

/** All settings except the home (README.md, Where things run). */
export const SETTINGS = {
  rpcPorts: setting<readonly [number, number]>('rpc_ports', ports, RPC_PORT_RANGE),
  /** no RPC over IPC */
  noIpc: setting('no_ipc', bool, false),
  /** where sockets of IPC are; null: where the clients of this system look */
  ipcFolder: setting<string | null>('ipc_folder', folder, null),
  /** link them where programs of Flatpak and Snap look */
  ipcLinks: setting('ipc_links', bool, false),
  /** the URL of a PostgreSQL database; null: the SQLite file of the home */
  store: setting<string | null>('store', storeUrl, null),
  /** the name of this process among the nodes that share the store; null: it is the only one */
  node: setting<string | null>('node', checkNodeName, null),
  /** the address of the NATS server of the nodes; null: there are no messages between nodes */
  bus: setting<string | null>('bus', busUrl, null),
  /** a file with the user and password of the bus; files in PEM: who signs its certificate, and the node's certificate */
  busPasswordFile: setting<string | null>('bus_password_file', path, null),
  busCaFile: setting<string | null>('bus_ca_file', path, null),
  busCertificate: setting<string | null>('bus_certificate', path, null),
  busKey: setting<string | null>('bus_key', path, null),
  /** null: 6480, or the next free one */
  apiPort: setting<number | null>('api_port', port, null),
  /** the port of /healthz, /readyz and /metrics of `guildhall api`; null: they are not served */
  metricsPort: setting<number | null>('metrics_port', port, null),
  /** how long `guildhall api` with metrics serves after it reports that it is draining, in seconds */
  drainSeconds: setting('drain_seconds', seconds({ least: 0, most: MAX_DRAIN_SECONDS }), 5),
  apiUrl: setting<string | null>('api_url', protectedUrl, null),
  /** accept an `api_url` to which tokens are sent unencrypted over a network */
  allowPlainHttp: setting('allow_plain_http', bool, false),
  /** the URL by which others reach the service of `guildhall api`, e.g. behind a TLS proxy */
  apiPublicUrl: setting<string | null>('api_public_url', url, null),
  /** the port of the voice endpoint, for its gateway and its packets; null: none is run */
  voicePort: setting<number | null>('voice_port', voicePort, 0),
  /** the IP address that the voice endpoint binds to */
  voiceHost: setting('voice_host', ipAddress, '127.0.0.1'),
  /** host and port of the voice gateway for clients, e.g. behind a TLS proxy; null: as bound */
  voicePublicAddress: setting<string | null>('voice_public_address', hostAndPort, null),
  /** the IP address that clients send packets to; null: `voice_host` */
  voicePublicIp: setting<string | null>('voice_public_ip', ipAddress, null),
  /** files in PEM; null: the voice gateway has no TLS */
  voiceTlsCertificate: setting<string | null>('voice_tls_certificate', path, null),
  voiceTlsKey: setting<string | null>('voice_tls_key', path, null),
  /** a file with the secret that a service and its voice endpoints share; null: the service has none that run alone */
  voiceSecretFile: setting<string | null>('voice_secret_file', path, null),
  /** of the guilds that a voice endpoint that runs alone is for; null: of every region */
  voiceRegion: setting<string | null>('voice_region', region, null),
  /** null: 6490, or the next free one */
  consolePort: setting<number | null>('console_port', port, null),
  allowMissingOrigin: setting('allow_missing_origin', bool, false),
  /** other users of this machine whose programs may connect: names, uids, or on Windows SIDs */
  allowUsers: setting<readonly string[]>('allow_users', userList, []),
  /** a file in the format of SDL's game controller database; relative to the working directory of the daemon */
  gamepadMappings: setting<string | null>('gamepad_mappings', path, null),
  /** the longest duration of one key capture, in seconds */
  captureLimit: setting('capture_limit', seconds({ least: 1, most: MAX_CAPTURE_SECONDS }), 60),
  /** how long a request for access waits for the person, in seconds */
  consentTimeout: setting('consent_timeout', seconds(CONSENT_SECONDS), 600),
  noOpen: setting('no_open', bool, false),
  /** no icon among those of the desktop */
  noTray: setting('no_tray', bool, false),
  logLevel: setting<LogLevel>('log_level', level, 'info'),
} as const;

function setting<T>(key: string, read: Reader<T>, fallback: T): Setting<T> {
  return { key, read, fallback };
}

function ports(text: string): readonly [number, number] {
  const match = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text);
  const first = Number(match?.[1]);
  const last = Number(match?.[2] ?? match?.[1]);
  if (match === null || first < 1 || last > MAX_PORT || first > last) {
    throw new UserError(`expected a range of ports such as 6463-6472, got ${JSON.stringify(text)}`);
  }
  return [first, last];
}

function port(text: string): number {
  const value = Number(text);
  if (!/^\d{1,5}$/.test(text) || value > MAX_PORT) {
    throw new UserError(`expected a port from 0 to ${MAX_PORT}, got ${JSON.stringify(text)}`);
  }
  return value;
}

function voicePort(text: string): number | null {
  return text === 'off' ? null : port(text);
}

function ipAddress(text: string): string {
  if (isIP(text) !== 0) return text;
  throw new UserError(`expected an IP address, got ${JSON.stringify(text)}`);
}

function hostAndPort(text: string): string {
  // A URL that is only this has the host and port as they were written, but leaves out the default port.
  const parsed = URL.canParse(`wss://${text}`) ? new URL(`wss://${text}`) : null;
  if (parsed?.href === `wss://${text.replace(/:443$/, '')}/`) return text;
  throw new UserError(`expected host and port such as voice.example:8443, got ${JSON.stringify(text)}`);
}

function region(text: string): string {
  if (!/^[a-z0-9-]{1,100}$/.test(text)) throw new UserError(`${text} is not a voice region, e.g. eu-west`);
  return text;
}

/** `api_url` with `allow_plain_http`. */
export const ANY_API_URL: Setting<string | null> = { ...SETTINGS.apiUrl, read: url };

/** A URL to which tokens may be sent: with TLS, or of this machine. */
function protectedUrl(text: string): string {
  const valid = url(text);
  const parsed = new URL(valid);
  if (parsed.protocol === 'https:' || isThisMachine(hostOf(parsed))) return valid;
  throw new UserError(
    `${valid} would receive your token unencrypted over the network; use https, or allow it with --allow-plain-http`,
  );
}

function url(text: string): string {
  const parsed = URL.canParse(text) ? new URL(text) : null;
  if (parsed === null || !['http:', 'https:'].includes(parsed.protocol)) {
    throw new UserError(
      `expected a URL such as https://chat.example/api, got ${JSON.stringify(withoutSecrets(text))}`,
    );
  }
  // It would appear in process arguments and logs.
  if (parsed.username !== '' || parsed.password !== '') {
    throw new UserError('expected a URL without user name and password; sign in with: guildhall login');
  }
  if (/[?#]/.test(text)) {
    throw new UserError('expected a URL without query and fragment; sign in with: guildhall login');
  }
  return text.replace(/\/+$/, '');
}

/** A URL without what a message must not repeat: user name, password, query and fragment. */
function withoutSecrets(text: string): string {
  return text.replace(/[?#].*$/s, '').replace(/^([^/]*\/\/)?.*@/s, '$1');
}

function storeUrl(text: string): string {
  readConnectionUrl(text);
  return text;
}

function busUrl(text: string): string {
  parseServers(text);
  return text;
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

function folder(text: string): string {
  if (text === '') throw new UserError('expected the path of a folder');
  return resolve(text);
}

function seconds({ least, most }: { readonly least: number; readonly most: number }): Reader<number> {
  return (text) => {
    const value = Number(text);
    if (/^\d{1,5}$/.test(text) && value >= least && value <= most) return value;
    throw new UserError(`expected seconds from ${least} to ${most}, got ${JSON.stringify(text)}`);
  };
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

/** Far above any useful value; rejects typing errors. */
const HIGHEST = 2 ** 31 - 1;

/** The setting of a limit: a key of `config.toml` and an environment variable, without a flag. */
export function limitSetting({ key, default: fallback }: DeclaredLimit): Setting<number> {
  return { key, read: readWholeNumber, fallback };
}

function readWholeNumber(text: string): number {
  const value = Number(text);
  if (!/^\d{1,10}$/.test(text) || value < 1 || value > HIGHEST) {
    throw new UserError(`expected a whole number from 1 to ${HIGHEST}, got ${JSON.stringify(text)}`);
  }
  return value;
}
