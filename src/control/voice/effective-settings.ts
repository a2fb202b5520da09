import { directionsWithoutDevices } from '../../voice/plugged-devices.js';
import type { ControlContext } from '../context.js';
import type { EffectiveSettings } from './voice-schemas.js';

/** Reads the voice settings in effect; null if the sound devices cannot be listed, so that the rest is still shown. */
export async function readEffectiveSettings({
  hardware,
  log,
  voice,
}: Pick<ControlContext, 'hardware' | 'log' | 'voice'>): Promise<EffectiveSettings | null> {
  try {
    const settings = await voice.settings();
    const missing = voice.missingDevices(settings);
    const without = directionsWithoutDevices(settings, await hardware.audio.endpoints());
    return {
      ...{ settings, holder: voice.settingsHolder(), missing_devices: [...missing] },
      without_device: without,
    };
  } catch (err) {
    log.warn({ err }, 'failed to read voice settings');
    return null;
  }
}
