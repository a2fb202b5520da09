import { availableDevices } from '#guildhall/hardware/device-listing.js';
import type { AudioDevices, AudioEndpoint } from '#guildhall/hardware/hardware.js';

/** What voice settings offer of one direction now. */
export async function available(audio: AudioDevices, direction: AudioEndpoint['direction']) {
  return availableDevices(await audio.endpoints(), direction);
}
