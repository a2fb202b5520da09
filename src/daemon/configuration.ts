import { parse, TomlError } from 'smol-toml';
import { REST_LIMITS, type RestLimits } from '../api/core/limits.js';
import { REPLAY_LIMITS, type ReplayLimits } from '../api/gateway/replay-limits.js';
import { messageOf, UsageError, UserError } from '../platform/errors.js';
import { readFileIfExists } from '../platform/files/text-file.js';
import { type HomeFiles, homeFiles, resolveHome } from '../platform/home.js';
import { findNearestName } from '../platform/text/nearest-name.js';
import { type DeclaredLimit, readLimits } from '../protocol/declaration/limits.js';
import { RPC_LIMITS, type RpcLimits } from '../rpc/limits.js';
import { ANY_API_URL, limitSetting, SETTINGS, type Setting } from './settings.js';

type SettingName = keyof typeof SETTINGS;
type SettingValues = { readonly [Name in SettingName]: (typeof SETTINGS)[Name]['fallback'] };

/** The flags of the command line as text; absent ones are undefined. */
export type StartFlags = {
  readonly home?: string | undefined;
  /** whether standard output has one JSON value, and standard error the log */
  readonly json?: boolean | undefined;
} & {
  readonly [Name in SettingName]?: string | boolean | undefined;
};

/** Which command shows the settings; a flag's own command is named anyway. @param example how --api-port is named here */
function hintWith(example: string): string {
  return `The settings are the flags of \`guildhall start --help\` and \`guildhall api --help\`: --api-port is ${example} here`;
}
const FILE_HINT = hintWith('api_port');
const ENVIRONMENT_HINT = hintWith('GUILDHALL_API_PORT');

/** The configuration of a daemon. */
export interface Configuration extends SettingValues {
  readonly files: HomeFiles;
  readonly rpcLimits: RpcLimits;
  readonly restLimits: RestLimits;
  readonly replayLimits: ReplayLimits;
}

/**
 * Reads flags, environment and `config.toml`, in this order of precedence (README.md, Where things run).
 *
 * @throws {UserError} that names the setting, its source and what it accepts; {UsageError} if the source is a flag
 */
export async function loadConfiguration(
  flags: StartFlags,
  environment: NodeJS.ProcessEnv,
): Promise<Configuration> {
  const { files, value } = await readSources(flags, environment);
  const allowPlainHttp = value('allowPlainHttp', SETTINGS.allowPlainHttp);
  const limit = (declared: DeclaredLimit) => value(null, limitSetting(declared));
  return {
    files,
    rpcPorts: value('rpcPorts', SETTINGS.rpcPorts),
    noIpc: value('noIpc', SETTINGS.noIpc),
    ipcFolder: value('ipcFolder', SETTINGS.ipcFolder),
    ipcLinks: value('ipcLinks', SETTINGS.ipcLinks),
    store: value('store', SETTINGS.store),
    node: value('node', SETTINGS.node),
    bus: value('bus', SETTINGS.bus),
    busPasswordFile: value('busPasswordFile', SETTINGS.busPasswordFile),
    busCaFile: value('busCaFile', SETTINGS.busCaFile),
    busCertificate: value('busCertificate', SETTINGS.busCertificate),
    busKey: value('busKey', SETTINGS.busKey),
    apiPort: value('apiPort', SETTINGS.apiPort),
    metricsPort: value('metricsPort', SETTINGS.metricsPort),
    drainSeconds: value('drainSeconds', SETTINGS.drainSeconds),
    apiUrl: value('apiUrl', allowPlainHttp ? ANY_API_URL : SETTINGS.apiUrl),
    allowPlainHttp,
    apiPublicUrl: value('apiPublicUrl', SETTINGS.apiPublicUrl),
    voicePort: value('voicePort', SETTINGS.voicePort),
    voiceHost: value('voiceHost', SETTINGS.voiceHost),
    voicePublicAddress: value('voicePublicAddress', SETTINGS.voicePublicAddress),
    voicePublicIp: value('voicePublicIp', SETTINGS.voicePublicIp),
    voiceTlsCertificate: value('voiceTlsCertificate', SETTINGS.voiceTlsCertificate),
    voiceTlsKey: value('voiceTlsKey', SETTINGS.voiceTlsKey),
    voiceSecretFile: value('voiceSecretFile', SETTINGS.voiceSecretFile),
    voiceRegion: value('voiceRegion', SETTINGS.voiceRegion),
    consolePort: value('consolePort', SETTINGS.consolePort),
    allowMissingOrigin: value('allowMissingOrigin', SETTINGS.allowMissingOrigin),
    allowUsers: value('allowUsers', SETTINGS.allowUsers),
    gamepadMappings: value('gamepadMappings', SETTINGS.gamepadMappings),
    captureLimit: value('captureLimit', SETTINGS.captureLimit),
    consentTimeout: value('consentTimeout', SETTINGS.consentTimeout),
    noOpen: value('noOpen', SETTINGS.noOpen),
    noTray: value('noTray', SETTINGS.noTray),
    logLevel: value('logLevel', SETTINGS.logLevel),
    rpcLimits: readLimits(RPC_LIMITS, limit),
    restLimits: readLimits(REST_LIMITS, limit),
    replayLimits: readLimits(REPLAY_LIMITS, limit),
  };
}

/**
 * The URL of the PostgreSQL database that a home is configured for, whether or not its other settings are valid; null:
 * none.
 *
 * @throws {UserError} if the setting, or the file as a whole, is invalid
 */
export async function loadStoreUrl(home: string, environment: NodeJS.ProcessEnv): Promise<string | null> {
  const { value } = await readSources({ home }, environment);
  return value('store', SETTINGS.store);
}

/** What the names of all variables begin with. */
const PREFIX = 'GUILDHALL_';
/** Variables that begin with this are not for the daemon, but for its tests. */
const OF_TESTS = `${PREFIX}TEST_`;

/** A variable of the environment that looks like a setting, but is none. */
export interface UnknownVariable {
  readonly variable: string;
  /** the one that was probably meant; null: none is near */
  readonly nearest: string | null;
}

/** Finds variables whose names begin like those of settings and are misspelled: they have no effect. */
export function findUnknownVariables(environment: NodeJS.ProcessEnv): UnknownVariable[] {
  const keys = new Set(['home', ...settingKeys()]);
  return Object.keys(environment)
    .filter((variable) => variable.startsWith(PREFIX) && !variable.startsWith(OF_TESTS))
    .map((variable) => ({ variable, key: variable.slice(PREFIX.length).toLowerCase() }))
    .filter(({ variable, key }) => !keys.has(key) || variableOf(key) !== variable)
    .map(({ variable, key }) => {
      const nearest = findNearestName(key, keys);
      return { variable, nearest: nearest === null ? null : variableOf(nearest) };
    });
}

function variableOf(key: string): string {
  return `${PREFIX}${key.toUpperCase()}`;
}

/** The keys of all settings and limits. */
function settingKeys(): Set<string> {
  const all = [
    ...Object.values(SETTINGS),
    ...Object.values(RPC_LIMITS),
    ...Object.values(REST_LIMITS),
    ...Object.values(REPLAY_LIMITS),
  ];
  return new Set(all.map(({ key }) => key));
}

/** Checks flags without the other sources. @throws {UsageError} that names a flag and what it accepts */
export function checkFlags(flags: StartFlags): void {
  const settings: readonly [string, Setting<unknown>][] = Object.entries(SETTINGS);
  const given: Readonly<Record<string, string | boolean | undefined>> = flags;
  for (const [name, setting] of settings) {
    const flag = given[name];
    if (flag !== undefined) readFlag(setting, flag);
  }
}

function readFlag<T>({ key, read }: Setting<T>, flag: string | boolean): T {
  try {
    return read(String(flag));
  } catch (error) {
    throw new UsageError(`--${key.replaceAll('_', '-')}: ${messageOf(error)}`);
  }
}

interface Sources {
  readonly files: HomeFiles;
  /** the value of one setting. @param name of its flag; null: it has none */
  readonly value: <T>(name: SettingName | null, setting: Setting<T>) => T;
}

async function readSources(flags: StartFlags, environment: NodeJS.ProcessEnv): Promise<Sources> {
  const files = homeFiles(resolveHome(flags.home, environment));
  const inFile = await readConfigurationFile(files.configuration);
  const value = <T>(name: SettingName | null, setting: Setting<T>): T => {
    const variable = variableOf(setting.key);
    const flag = name === null ? undefined : flags[name];
    if (flag !== undefined) return readFlag(setting, flag);
    const source = [
      { where: variable, what: environment[variable] || undefined },
      { where: inFile.get(setting.key)?.where ?? '', what: inFile.get(setting.key)?.what },
    ].find(({ what }) => what !== undefined);
    if (source === undefined) return setting.fallback;
    try {
      return setting.read(String(source.what));
    } catch (error) {
      throw new UserError(
        `${source.where}: ${messageOf(error)}`,
        source.where === variable ? ENVIRONMENT_HINT : FILE_HINT,
      );
    }
  };
  return { files, value };
}

/** A setting in the file. */
interface FileSetting {
  /** file, line and key */
  readonly where: string;
  readonly what: unknown;
}

/** The settings in the file by key; `rpc-ports` is an alias of `rpc_ports`. */
async function readConfigurationFile(path: string): Promise<Map<string, FileSetting>> {
  const text = await readFileIfExists(path);
  if (text === null) return new Map();
  let table: Record<string, unknown>;
  try {
    table = parse(text);
  } catch (error) {
    // The lines that follow show where it is, which only a terminal could.
    const [reason] = messageOf(error).split('\n');
    const where = error instanceof TomlError ? `${path}:${error.line}` : path;
    throw new UserError(`${where}: this is not TOML: ${reason}`, 'Write lines such as api_port = 6480');
  }
  const known = settingKeys();
  const settings = new Map<string, FileSetting>();
  for (const [name, what] of Object.entries(table)) {
    const key = name.replaceAll('-', '_');
    const line = `${path}:${findLine(text, name)}`;
    if (!known.has(key)) {
      const nearest = findNearestName(key, known);
      const meant = nearest === null ? '' : `; did you mean ${nearest}?`;
      throw new UserError(`${line}: unknown setting ${JSON.stringify(name)}${meant}`, FILE_HINT);
    }
    settings.set(key, { where: `${line}, ${key}`, what });
  }
  return settings;
}

/** The number of the line that sets a key, or opens the table of this name; 1 if it is written in another way. */
function findLine(text: string, name: string): number {
  const pattern = new RegExp(`^\\s*\\[?\\s*["']?${name.replace(/[^\w-]/g, '.')}["']?\\s*[=.\\]]`);
  return (
    Math.max(
      0,
      text.split('\n').findIndex((line) => pattern.test(line)),
    ) + 1
  );
}
