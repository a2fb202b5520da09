import type { VoiceSettingsPatch } from '../protocol/rpc/voice-settings.js';
import type { SettingsLayer } from './settings-layer.js';

/** Voice settings that outlive the daemon. */
export interface SavedVoiceSettings {
  /** what the person changed of the defaults themselves */
  own: VoiceSettingsPatch;
  /** what applications changed, by `layerKey`; the one that changed last is the last */
  readonly layers: Map<string, SettingsLayer>;
  /** Has to be called after a change of either. */
  save(): void;
}

/** Settings that are gone with the process. */
export function createUnsavedSettings(): SavedVoiceSettings {
  return { own: {}, layers: new Map(), save() {} };
}
