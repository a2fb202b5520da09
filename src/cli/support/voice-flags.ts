import { messageOf, UsageError } from '../../platform/errors.js';
import { VOICE_MODES, type VoiceSettingsPatch } from '../../protocol/rpc/voice-settings.js';
import { mergePatches } from '../../protocol/rpc/voice-settings-patch.js';
import { readNumber, readShortcut, readSwitch } from './option-values.js';

/** A flag of `guildhall voice settings`. */
interface VoiceFlag {
  readonly flag: string;
  /** the name of its value in the help */
  readonly value: string;
  readonly description: string;
  /** all values, where they are few */
  readonly choices?: readonly string[];
  /** The change that the flag makes. @throws {UsageError} */
  patch(value: string): VoiceSettingsPatch;
}

const SWITCHES = [
  ['mute', 'mute your microphone'],
  ['deaf', 'mute all others'],
  ['automatic_gain_control', 'adjust the volume of the microphone'],
  ['echo_cancellation', 'remove the echo of the loudspeaker'],
  ['noise_suppression', 'remove background noise'],
  ['qos', 'ask routers to prefer voice packets'],
  ['silence_warning', 'warn if the microphone is silent'],
] as const;

/** The flags of `guildhall voice settings`, in the order of its help. */
export const VOICE_FLAGS: readonly VoiceFlag[] = [
  flag('input-device', 'id', 'microphone, `default` for that of the system', (device_id) => ({
    input: { device_id },
  })),
  flag('input-volume', 'percent', 'volume of the microphone, 0 to 100', (value) => ({
    input: { volume: readNumber(value, 0, 100) },
  })),
  flag('output-device', 'id', 'loudspeaker, `default` for that of the system', (device_id) => ({
    output: { device_id },
  })),
  flag('output-volume', 'percent', 'volume of the loudspeaker, 0 to 200', (value) => ({
    output: { volume: readNumber(value, 0, 200) },
  })),
  {
    ...flag('mode', 'mode', 'when your voice is sent', (value) => ({ mode: { type: mode(value) } })),
    choices: ['voice-activity', 'push-to-talk'],
  },
  flag('threshold', 'dB', 'how loud voice is, -100 to 0', (value) => ({
    mode: { threshold: readNumber(value, -100, 0), auto_threshold: false },
  })),
  flag('auto-threshold', 'on|off', 'find that threshold automatically', (value) => ({
    mode: { auto_threshold: readSwitch(value) },
  })),
  flag(
    'shortcut',
    'json',
    'key of push-to-talk, as `guildhall capture` prints it; `[]` for none',
    (value) => ({
      mode: { shortcut: readShortcut(value) },
    }),
  ),
  flag('delay', 'ms', 'release delay of push-to-talk, 0 to 2000', (value) => ({
    mode: { delay: readNumber(value, 0, 2000) },
  })),
  ...SWITCHES.map(([name, description]) =>
    flag(name.replaceAll('_', '-'), 'on|off', description, (value) => ({ [name]: readSwitch(value) })),
  ),
];

/**
 * The changes of all flags; null without flags.
 *
 * @param options by commander's names, e.g. `inputVolume`
 * @throws {UsageError} for an invalid value
 */
export function toVoicePatch(options: Readonly<Record<string, string>>): VoiceSettingsPatch | null {
  let merged: VoiceSettingsPatch | null = null;
  for (const voiceFlag of VOICE_FLAGS) {
    const value = options[voiceFlag.flag.replace(/-(.)/g, (_dash, letter: string) => letter.toUpperCase())];
    if (value !== undefined) merged = mergePatches(merged ?? {}, readFlag(voiceFlag, value));
  }
  return merged;
}

/** @throws {UsageError} that names the flag */
function readFlag({ flag: name, patch }: VoiceFlag, value: string): VoiceSettingsPatch {
  try {
    return patch(value);
  } catch (error) {
    const hint = error instanceof UsageError ? error.hint : null;
    throw new UsageError(`--${name}: ${messageOf(error)}`, hint);
  }
}

function flag(name: string, value: string, description: string, patch: VoiceFlag['patch']): VoiceFlag {
  return { flag: name, value, description, patch };
}

function mode(value: string): (typeof VOICE_MODES)[keyof typeof VOICE_MODES] {
  if (value === 'voice-activity') return VOICE_MODES.VOICE_ACTIVITY;
  if (value === 'push-to-talk') return VOICE_MODES.PUSH_TO_TALK;
  throw new UsageError(`${value} is neither voice-activity nor push-to-talk`);
}
