import { NO_SETTINGS, type SavedVoiceSettings } from '#guildhall/voice/saved-settings.js';

/** Voice settings that are lost when the process ends. */
export function createUnsavedSettings(): SavedVoiceSettings {
  return { own: NO_SETTINGS, layers: new Map(), async save() {} };
}
