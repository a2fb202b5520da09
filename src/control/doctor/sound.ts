import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { askServer, describeNoAnswer, type ServerAddress } from '../../platform/processes/ask-server.js';
import { type Check, type CheckContext, ok, problem, type Result } from './finding.js';
import { guildhallCommand } from './guildhall-command.js';

/** Where a sound server for all users of the machine has its socket. */
const SYSTEM_FOLDER = '/run/pulse';

/** Where a sound server listens that is reached through a network. */
const PULSE_PORT = 4713;

/** The first message to PulseAudio (AUTH of its native protocol), with an empty cookie: it replies also if it refuses it. */
const PULSE_GREETING = greetPulse();

function greetPulse(): Uint8Array {
  const [authenticate, version, cookieBytes] = [8, 32, 256];
  const header = Buffer.alloc(20);
  const message = Buffer.alloc(20 + cookieBytes);
  header.writeUInt32BE(message.length, 0);
  header.writeUInt32BE(0xffffffff, 4);
  for (const [index, value] of [authenticate, 0, version].entries()) {
    message.write('L', 5 * index);
    message.writeUInt32BE(value, 5 * index + 1);
  }
  message.write('x', 15);
  message.writeUInt32BE(cookieBytes, 16);
  return Buffer.concat([header, message]);
}

/** Checks for sound devices. */
export const sound: Check = {
  name: 'sound',
  isForDaemonsOnly: true,
  asks: ({ environment }) => nameSoundServer(environment),
  async run(context) {
    const { daemon } = context;
    if (daemon === null) return [];
    const blocked = context.platform === 'win32' ? await findBlockedMicrophone() : null;
    if (blocked !== null) return [blocked];
    const { inputs, outputs, hasDefaultInput } = await daemon.countAudioEndpoints();
    if (inputs > 0 && !hasDefaultInput) {
      const hint = 'Choose a microphone as the default of the system, or for Guildhall in the console.';
      const text =
        'the default input is not a microphone: nobody can hear you in voice channels unless you chose one';
      return [problem('no_microphone', text, { hint })];
    }
    if (inputs > 0 && outputs > 0) return [ok(`microphones: ${inputs}, speakers: ${outputs}`)];
    if (inputs > 0) {
      const hint = 'Plug in speakers or headphones.';
      return [problem('no_speakers', 'no speakers: voice channels cannot be heard', { hint })];
    }
    if (outputs > 0) {
      const hint = 'Plug in a microphone.';
      return [problem('no_microphone', 'no microphone: nobody can hear you in voice channels', { hint })];
    }
    return [(await findMissingServer(context)) ?? noDevices(context.environment)];
  },
};

/** Where Windows keeps who may use microphones: programs of the machine, of the person, and those not of its store. */
const CONSENT_KEYS = ['HKLM', 'HKCU'].flatMap((root) => {
  const key = `${root}\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\CapabilityAccessManager\\ConsentStore\\microphone`;
  return root === 'HKLM' ? [key] : [key, `${key}\\NonPackaged`];
});

/**
 * Finds out whether the person turned microphones off in the settings of Windows: programs then record silence.
 *
 * @param readValue returns the entry `Value` of a key of the registry; null if it has none
 */
export async function findBlockedMicrophone(
  readValue: (key: string) => Promise<string | null> = readConsent,
): Promise<Result | null> {
  const values = await Promise.all(CONSENT_KEYS.map(readValue));
  if (!values.includes('Deny')) return null;
  return problem(
    'no_microphone',
    'Windows lets no program use the microphone: nobody can hear you in voice channels',
    {
      hint: 'Turn on "Microphone access" and "Let desktop apps access your microphone" in Settings, Privacy & security, Microphone.',
      command: 'start ms-settings:privacy-microphone',
    },
  );
}

async function readConsent(key: string): Promise<string | null> {
  const program = join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', 'reg.exe');
  const query = promisify(execFile)(program, ['query', key, '/v', 'Value'], { windowsHide: true });
  const { stdout } = await query.catch(() => ({ stdout: '' }));
  return /\bREG_SZ\s+(\w+)/.exec(stdout)?.[1] ?? null;
}

function noDevices({ PULSE_SERVER }: NodeJS.ProcessEnv): Result {
  const where = PULSE_SERVER ? ` at the sound server ${PULSE_SERVER} (PULSE_SERVER)` : '';
  return problem(
    'no_sound_devices',
    `no sound devices${where}: voice settings offer the default entry only`,
    { hint: PULSE_SERVER ? 'Plug in a device there, or correct PULSE_SERVER.' : 'Plug in a device.' },
  );
}

/** The sound server that the environment names; null: none. */
export function nameSoundServer({ PULSE_SERVER }: NodeJS.ProcessEnv): string | null {
  return PULSE_SERVER ? `the sound server ${PULSE_SERVER} (PULSE_SERVER)` : null;
}

async function findMissingServer(context: CheckContext): Promise<Result | null> {
  const { clock, environment, platform } = context;
  if (platform !== 'linux') return null;
  const addresses = addressesOfServer(environment);
  let first: string | null = null;
  for (const address of addresses) {
    const answer = await askServer(address, PULSE_GREETING, clock);
    if (answer === 'replies') return null;
    first ??= `${describeAddress(address)}${describeNoAnswer(answer)}`;
  }
  if (first === null) return null;
  if (isInSession(environment)) return noServerAt(first, environment);
  return problem(
    'no_sound_server',
    'no sound devices, and no sound server can be found: the daemon runs outside of your session (XDG_RUNTIME_DIR is not set)',
    {
      hint: `Start the daemon in your session. Where systemd runs, also as your own service (${guildhallCommand(context, 'service', 'install')}).`,
    },
  );
}

/** @param server its address, with what it does instead of answering */
function noServerAt(server: string, { PULSE_SERVER }: NodeJS.ProcessEnv): Result {
  const message = `no sound devices, and no sound server answers at ${server}`;
  if (PULSE_SERVER) {
    const hint = `Start that sound server, or correct PULSE_SERVER, which is ${PULSE_SERVER}.`;
    return problem('no_sound_server', message, { hint });
  }
  return problem('no_sound_server', message, {
    hint: 'Start the sound server of your desktop; with PulseAudio the command is pulseaudio --start.',
    command: 'systemctl --user start pipewire-pulse',
  });
}

/** Whether the environment says where the sound server of the person is. */
function isInSession({ PULSE_SERVER, PULSE_RUNTIME_PATH, XDG_RUNTIME_DIR }: NodeJS.ProcessEnv): boolean {
  return Boolean(PULSE_SERVER || PULSE_RUNTIME_PATH || XDG_RUNTIME_DIR);
}

/** Where PulseAudio, and PipeWire's replacement, may be, in the order in which clients try them. */
function addressesOfServer(environment: NodeJS.ProcessEnv): ServerAddress[] {
  const { PULSE_SERVER, PULSE_RUNTIME_PATH, XDG_RUNTIME_DIR } = environment;
  if (PULSE_SERVER) return PULSE_SERVER.trim().split(/\s+/).flatMap(parseServer);
  const own = [PULSE_RUNTIME_PATH, XDG_RUNTIME_DIR && join(XDG_RUNTIME_DIR, 'pulse')];
  return [...own, SYSTEM_FOLDER].flatMap((folder) => (folder ? [join(folder, 'native')] : []));
}

/** An address of PULSE_SERVER, e.g. `unix:/run/pulse/native` or `tcp:desk:4713`, also `{MACHINE}` before it. */
function parseServer(text: string): ServerAddress[] {
  const address = text.replace(/^\{[^}]*\}/, '');
  const [, path] = /^(?:unix:)?(\/.+)$/.exec(address) ?? [];
  if (path !== undefined) return [path];
  const [, inBrackets, name, port] =
    /^(?:tcp[46]?:)?(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(address) ?? [];
  const host = inBrackets ?? name;
  const number = Number(port ?? PULSE_PORT);
  return host === undefined || number > 65_535 ? [] : [{ host, port: number }];
}

function describeAddress(address: ServerAddress): string {
  return typeof address === 'string' ? address : `${address.host} port ${address.port}`;
}
