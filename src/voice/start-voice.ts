import type { Hardware } from '../hardware/hardware.js';
import type { VoiceSettings } from '../protocol/rpc/voice-settings.js';
import { DEFAULT_VOICE_SETTINGS } from './default-settings.js';
import type { VoiceRoom } from './voice.js';

/** Opens the voice room over the machine's devices. */
export function startVoice({ hardware }: { hardware: Hardware }): VoiceRoom {
  return {
    async settings(): Promise<VoiceSettings> {
      const [inputs, outputs] = await Promise.all([
        hardware.audio.available('input'),
        hardware.audio.available('output'),
      ]);
      const { input, output, ...rest } = DEFAULT_VOICE_SETTINGS;
      return {
        input: { ...input, available_devices: inputs },
        output: { ...output, available_devices: outputs },
        ...rest,
      };
    },
  };
}
