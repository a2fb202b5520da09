import type { VoiceSettingsPatch } from '../protocol/rpc/voice-settings.js';
import type { SettingsLayer } from './settings-layer.js';

/** Voice settings that survive restarts. */
export interface SavedVoiceSettings {
  /** the person's own changes of the defaults */
  own: VoiceSettingsPatch;
  /** the changes of applications, by `layerKey`, the most recently changed last */
  readonly layers: Map<string, SettingsLayer>;
  /** Must be called after a change of either. */
  save(): void;
}

/** Settings that are lost when the process ends. */
export function createUnsavedSettings(): SavedVoiceSettings {
  return { own: {}, layers: new Map(), save() {} };
}
