import type { AudioEndpoint, Hardware } from '../../hardware/hardware.js';
import type { VoiceSettings } from '../../protocol/rpc/voice-settings.js';
import { certifiedInput } from '../../voice/certified-take-over.js';
import { directionsWithoutDevices } from '../../voice/plugged-devices.js';
import type { ControlContext } from '../context.js';
import { type EffectiveSettings, TAKEN_OVER_SETTINGS } from './voice-schemas.js';

/** Reads the voice settings in effect; null if the sound devices cannot be listed, so that the rest is still shown. */
export async function readEffectiveSettings({
  hardware,
  log,
  voice,
}: Pick<ControlContext, 'hardware' | 'log' | 'voice'>): Promise<EffectiveSettings | null> {
  try {
    const settings = await voice.settings();
    const missing = voice.missingDevices(settings);
    const endpoints = await hardware.audio.endpoints();
    const without = directionsWithoutDevices(settings, endpoints);
    return {
      settings,
      keys: voice.keys(),
      holder: voice.settingsHolder(),
      shortcut_waits: voice.keysWaitFor() !== null,
      missing_devices: [...missing],
      without_device: without,
      taken_over: readTakenOver(hardware, settings, endpoints),
    };
  } catch (err) {
    log.warn({ err }, 'failed to read voice settings');
    return null;
  }
}

/** What the certified microphone in use does itself; null: nothing. */
export function readTakenOver(
  { certifiedDevices }: Pick<Hardware, 'certifiedDevices'>,
  { input }: Pick<VoiceSettings, 'input'>,
  endpoints: readonly AudioEndpoint[],
): EffectiveSettings['taken_over'] {
  const inUse = certifiedInput(input.device_id, { endpoints, certified: certifiedDevices.takingOver });
  const settings = TAKEN_OVER_SETTINGS.filter((name) => inUse?.device[name] === true);
  return inUse === null || settings.length === 0 ? null : { device: inUse.endpoint.name, settings };
}
