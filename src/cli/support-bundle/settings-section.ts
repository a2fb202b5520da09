import { parse } from 'smol-toml';
import { readFileIfExists } from '../../platform/files/text-file.js';

/** Settings with values that describe no person and no other machine; of others it is shown that they are set. */
const SHOWN =
  /^(?:rpc_ports|api_port|console_port|voice_port|allow_missing_origin|allow_plain_http|capture_limit|no_open|log_level|(?:rpc|rest|gateway|replay)_max_\w+)$/;

/** The settings in `config.toml`. @returns null if there is no file */
export async function readBundledSettings(path: string): Promise<Record<string, unknown> | string | null> {
  const text = await readFileIfExists(path);
  if (text === null) return null;
  try {
    const entries = Object.entries(parse(text)).map(([name, value]) => {
      const key = name.replaceAll('-', '_');
      const isShown = SHOWN.test(key) && typeof value !== 'object';
      return [key, isShown ? value : 'is set'] as const;
    });
    return Object.fromEntries(entries);
  } catch {
    return 'it is not TOML';
  }
}

/** Variables of the environment that decide what works: whether each is set. */
export function readBundledEnvironment(environment: NodeJS.ProcessEnv): Record<string, boolean> {
  const desktop = [
    'DISPLAY',
    'WAYLAND_DISPLAY',
    'DBUS_SESSION_BUS_ADDRESS',
    'XDG_RUNTIME_DIR',
    'PULSE_SERVER',
  ];
  const names = [...desktop, 'INVOCATION_ID', 'SSH_CONNECTION', 'container'];
  const own = Object.keys(environment).filter((name) => name.startsWith('GUILDHALL_'));
  return Object.fromEntries([...names, ...own].map((name) => [name, environment[name] !== undefined]));
}
