import type { VoiceSettings, VoiceSettingsPatch } from './voice-settings.js';

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

/** The patch without the fields that another one names. */
export function withoutFields(patch: VoiceSettingsPatch, named: VoiceSettingsPatch): VoiceSettingsPatch {
  const { input, output, mode, ...switches } = patch;
  return {
    ...omit(switches, named),
    input: omit(input ?? {}, named.input ?? {}),
    output: omit(output ?? {}, named.output ?? {}),
    mode: omit(mode ?? {}, named.mode ?? {}),
  };
}

function omit<T extends object>(fields: T, named: object): Partial<T> {
  const rest: Partial<T> = { ...fields };
  for (const name in rest) if (name in named) delete rest[name];
  return rest;
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
