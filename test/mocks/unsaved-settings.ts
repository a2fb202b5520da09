import { NO_SETTINGS, type SavedVoiceSettings } from '#guildhall/voice/saved-settings.js';
import { NO_KEYS } from '#guildhall/voice/voice-keys.js';

/** Voice settings that are lost when the process ends. */
export function createUnsavedSettings(): SavedVoiceSettings {
  return { own: NO_SETTINGS, keys: NO_KEYS, layers: new Map(), async save() {} };
}
