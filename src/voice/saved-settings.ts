import type { VoiceSettingsPatch } from '../protocol/rpc/voice-settings.js';
import type { UserLayer } from './user-layer.js';

/** Voice settings that survive restarts. */
export interface SavedVoiceSettings {
  /** the person's own changes of the defaults */
  own: SettingsLayer;
  /** the changes of applications, by `layerKey`, the most recently changed last */
  readonly layers: Map<string, SettingsLayer>;
  /**
   * Must be called after a change of either. It may be called without waiting: then a failure is only logged.
   *
   * @returns when the change is saved @throws {NotSavedError}
   */
  save(): Promise<void>;
}

/** Settings that are lost when the process ends. */
export function createUnsavedSettings(): SavedVoiceSettings {
  return { own: NO_SETTINGS, layers: new Map(), async save() {} };
}

/** Changes to voice settings: only the fields that were passed. */
export interface SettingsLayer {
  readonly settings: VoiceSettingsPatch;
  readonly users: UserLayer;
}

export const NO_SETTINGS: SettingsLayer = { settings: {}, users: new Map() };
