import { join } from 'node:path';
import { acceptsConnections } from '../../platform/accepts-connections.js';
import { type Check, type CheckContext, ok, problem, type Result } from './finding.js';

/** Where a sound server for all users of the machine has its socket. */
const SYSTEM_FOLDER = '/run/pulse';

/** Checks for sound devices. */
export const sound: Check = {
  name: 'sound',
  isForDaemonsOnly: true,
  async run(context) {
    const { daemon } = context;
    if (daemon === null) return [];
    const { inputs, outputs, hasDefaultInput } = await daemon.countAudioEndpoints();
    if (inputs > 0 && !hasDefaultInput) {
      const hint = 'Choose a microphone as the default of the system, or for Guildhall in the console.';
      const text =
        'the default input is no microphone: nobody can hear you in voice channels unless you chose one';
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
    return [(await findMissingServer(context)) ?? noDevices()];
  },
};

function noDevices(): Result {
  return problem('no_sound_devices', 'no sound devices: voice settings offer the default entry only', {
    hint: 'Plug in a device.',
  });
}

async function findMissingServer({ environment, platform }: CheckContext): Promise<Result | null> {
  if (platform !== 'linux') return null;
  const sockets = socketsOfServer(environment);
  const [first] = sockets;
  if (first === undefined) return null;
  for (const socket of sockets) if (await acceptsConnections(socket)) return null;
  if (isInSession(environment)) return noServerAt(first);
  return problem(
    'no_sound_server',
    'no sound devices, and no sound server can be found: the daemon runs outside of your session (XDG_RUNTIME_DIR is not set)',
    { hint: 'Start the daemon in your session, or as a service of yours (guildhall service install).' },
  );
}

function noServerAt(socket: string): Result {
  return problem('no_sound_server', `no sound devices, and no sound server answers at ${socket}`, {
    hint: 'Start the sound server of your desktop; with PulseAudio the command is pulseaudio --start.',
    command: 'systemctl --user start pipewire-pulse',
  });
}

/** Whether the environment says where the sound server of the person is. */
function isInSession({ PULSE_SERVER, PULSE_RUNTIME_PATH, XDG_RUNTIME_DIR }: NodeJS.ProcessEnv): boolean {
  return Boolean(PULSE_SERVER || PULSE_RUNTIME_PATH || XDG_RUNTIME_DIR);
}

/**
 * The sockets of PulseAudio and of PipeWire's replacement, in the order in which clients try them; none if the server is
 * configured to be on another machine.
 */
function socketsOfServer(environment: NodeJS.ProcessEnv): string[] {
  const { PULSE_SERVER, PULSE_RUNTIME_PATH, XDG_RUNTIME_DIR } = environment;
  if (PULSE_SERVER) return /^(?:unix:)?(\/.+)$/.exec(PULSE_SERVER)?.slice(1) ?? [];
  const own = [PULSE_RUNTIME_PATH, XDG_RUNTIME_DIR && join(XDG_RUNTIME_DIR, 'pulse')];
  return [...own, SYSTEM_FOLDER].flatMap((folder) => (folder ? [join(folder, 'native')] : []));
}
