import { parse } from 'smol-toml';
import { REPLAY_LIMITS, type ReplayLimits } from '../api/gateway/replay-limits.js';
import { REST_LIMITS, type RestLimits } from '../api/rest/rate-limits/rest-limits.js';
import { messageOf, UsageError, UserError } from '../platform/errors.js';
import { type HomeFiles, homeFiles, resolveHome } from '../platform/home.js';
import { readFileIfExists } from '../platform/text-file.js';
import { type DeclaredLimit, readLimits } from '../protocol/declaration/limits.js';
import { RPC_LIMITS, type RpcLimits } from '../rpc/limits.js';
import { limitSetting } from './limit-settings.js';
import { SETTINGS, type Setting } from './settings.js';

type SettingName = keyof typeof SETTINGS;
type SettingValues = { readonly [Name in SettingName]: (typeof SETTINGS)[Name]['fallback'] };

/** The flags of the command line as text; absent ones are undefined. */
export type StartFlags = { readonly home?: string | undefined } & {
  readonly [Name in SettingName]?: string | boolean | undefined;
};

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
  const files = homeFiles(resolveHome(flags.home, environment));
  const inFile = await readConfigurationFile(files.configuration);
  const value = <T>(name: SettingName | null, setting: Setting<T>): T => {
    const variable = `GUILDHALL_${setting.key.toUpperCase()}`;
    const flag = name === null ? undefined : flags[name];
    const said = [
      { where: `--${setting.key.replaceAll('_', '-')}`, what: flag },
      { where: variable, what: environment[variable] || undefined },
      { where: `${files.configuration}, ${setting.key}`, what: inFile.get(setting.key) },
    ].find(({ what }) => what !== undefined);
    if (said === undefined) return setting.fallback;
    try {
      return setting.read(String(said.what));
    } catch (error) {
      const SettingError = flag === undefined ? UserError : UsageError;
      throw new SettingError(`${said.where}: ${messageOf(error)}`);
    }
  };
  const limit = (declared: DeclaredLimit) => value(null, limitSetting(declared));
  return {
    files,
    rpcPorts: value('rpcPorts', SETTINGS.rpcPorts),
    apiPort: value('apiPort', SETTINGS.apiPort),
    apiUrl: value('apiUrl', SETTINGS.apiUrl),
    apiPublicUrl: value('apiPublicUrl', SETTINGS.apiPublicUrl),
    voicePort: value('voicePort', SETTINGS.voicePort),
    voiceHost: value('voiceHost', SETTINGS.voiceHost),
    voicePublicAddress: value('voicePublicAddress', SETTINGS.voicePublicAddress),
    voicePublicIp: value('voicePublicIp', SETTINGS.voicePublicIp),
    voiceTlsCertificate: value('voiceTlsCertificate', SETTINGS.voiceTlsCertificate),
    voiceTlsKey: value('voiceTlsKey', SETTINGS.voiceTlsKey),
    voiceSecretFile: value('voiceSecretFile', SETTINGS.voiceSecretFile),
    consolePort: value('consolePort', SETTINGS.consolePort),
    allowMissingOrigin: value('allowMissingOrigin', SETTINGS.allowMissingOrigin),
    allowUsers: value('allowUsers', SETTINGS.allowUsers),
    gamepadMappings: value('gamepadMappings', SETTINGS.gamepadMappings),
    captureLimit: value('captureLimit', SETTINGS.captureLimit),
    noOpen: value('noOpen', SETTINGS.noOpen),
    logLevel: value('logLevel', SETTINGS.logLevel),
    rpcLimits: readLimits(RPC_LIMITS, limit),
    restLimits: readLimits(REST_LIMITS, limit),
    replayLimits: readLimits(REPLAY_LIMITS, limit),
  };
}

/** The settings in the file by key; `rpc-ports` is an alias of `rpc_ports`. */
async function readConfigurationFile(path: string): Promise<Map<string, unknown>> {
  const text = await readFileIfExists(path);
  if (text === null) return new Map();
  let table: Record<string, unknown>;
  try {
    table = parse(text);
  } catch (error) {
    throw new UserError(`${path} is not TOML: ${messageOf(error)}`);
  }
  const all = [
    ...Object.values(SETTINGS),
    ...Object.values(RPC_LIMITS),
    ...Object.values(REST_LIMITS),
    ...Object.values(REPLAY_LIMITS),
  ];
  const known = new Set<string>(all.map(({ key }) => key));
  const settings = new Map<string, unknown>();
  for (const [name, what] of Object.entries(table)) {
    const key = name.replaceAll('-', '_');
    if (!known.has(key)) throw new UserError(`${path}: unknown setting ${JSON.stringify(name)}`);
    settings.set(key, what);
  }
  return settings;
}
