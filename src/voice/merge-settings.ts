import type { VoiceSettings, VoiceSettingsPatch } from '../protocol/rpc/voice-settings.js';

/** The settings with what the patch names replaced; `available_devices` stays what it is. */
export function applyPatch(settings: VoiceSettings, patch: VoiceSettingsPatch): VoiceSettings {
  const { input, output, mode, ...switches } = patch;
  return {
    ...settings,
    ...switches,
    input: { ...settings.input, ...input },
    output: { ...settings.output, ...output },
    mode: { ...settings.mode, ...mode },
  };
}

/** One patch that does what the first and then the second one do. */
export function mergePatches(first: VoiceSettingsPatch, second: VoiceSettingsPatch): VoiceSettingsPatch {
  return {
    ...first,
    ...second,
    input: { ...first.input, ...second.input },
    output: { ...first.output, ...second.output },
    mode: { ...first.mode, ...second.mode },
  };
}
