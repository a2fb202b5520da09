import type { VoiceSettings, VoiceSettingsPatch } from './voice-settings.js';

/** Applies a patch to settings; `available_devices` is unchanged. */
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

/** Removes the fields of another patch from a patch. */
export function withoutFields(patch: VoiceSettingsPatch, named: VoiceSettingsPatch): VoiceSettingsPatch {
  const { input, output, mode, ...switches } = patch;
  return {
    ...omitFields(switches, named),
    input: omitFields(input ?? {}, named.input ?? {}),
    output: omitFields(output ?? {}, named.output ?? {}),
    mode: omitFields(mode ?? {}, named.mode ?? {}),
  };
}

/** Removes the fields of another object from an object. */
export function omitFields<T extends object>(fields: T, named: object): Partial<T> {
  const rest: Partial<T> = { ...fields };
  for (const name in rest) if (name in named) delete rest[name];
  return rest;
}

/** Merges two patches into one with the same effect as applying both in order. */
export function mergePatches(first: VoiceSettingsPatch, second: VoiceSettingsPatch): VoiceSettingsPatch {
  return {
    ...first,
    ...second,
    input: { ...first.input, ...second.input },
    output: { ...first.output, ...second.output },
    mode: { ...first.mode, ...second.mode },
  };
}
