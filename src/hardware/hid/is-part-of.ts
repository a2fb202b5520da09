import type { CertifiedDevice } from '../../protocol/rpc/certified-device.js';
import type { AudioEndpoint } from '../audio/audio-contract.js';
import { normalizeDeviceId } from '../device-id.js';
import type { HidReference } from './hid-contract.js';

/**
 * Whether a HID device and an audio endpoint belong to the same product, e.g. the buttons of a headset: according to
 * the system, or to the vendor, who lists the HID device in `related` of the endpoint's certified device.
 */
export function isPartOf(
  hid: HidReference,
  endpoint: AudioEndpoint,
  certified: CertifiedDevice | null,
): boolean {
  if (hid.container !== null && hid.container === endpoint.container) return true;
  const id = normalizeDeviceId(hid.id);
  return certified?.related.some((each) => normalizeDeviceId(each) === id) ?? false;
}
