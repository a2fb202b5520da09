import type { ControlContext } from '../context.js';
import type { EffectiveSettings } from './voice-schemas.js';

/** Reads the voice settings in effect; null if the sound devices cannot be listed, so that the rest is still shown. */
export async function readEffectiveSettings({
  log,
  voice,
}: Pick<ControlContext, 'log' | 'voice'>): Promise<EffectiveSettings | null> {
  try {
    const settings = await voice.settings();
    const missing = voice.missingDevices(settings);
    return { settings, holder: voice.settingsHolder(), missing_devices: [...missing] };
  } catch (err) {
    log.warn({ err }, 'failed to read voice settings');
    return null;
  }
}
