import { deviceKey } from '../../hardware/device-id.js';
import type { Hardware } from '../../hardware/hardware.js';
import { coalesceRuns } from '../../platform/async/coalesce.js';
import type { Unsubscribe } from '../../platform/async/events.js';
import type { Logger } from '../../platform/log.js';
import {
  AUDIO_DEVICE_TYPES,
  type CertifiedDevice,
  DEVICE_TYPES,
  type DeviceType,
} from '../../protocol/rpc/certified-device.js';

/** How many ids are remembered as looked for. */
const MAX_CHECKED = 1_000;

/**
 * Logs reports of vendors that name no device that is plugged in (docs/for-vendors.md): the reply to SET_CERTIFIED_DEVICES
 * cannot say so, and a device may be plugged in later. Each id is looked for once.
 */
export function warnOfUnknownDevices(
  hardware: Pick<Hardware, 'audio' | 'certifiedDevices' | 'listVideoInputs'>,
  log: Logger,
): Unsubscribe {
  const checked = new Set<string>();
  let unchecked = new Map<string, CertifiedDevice>();
  const review = async () => {
    const reported = unchecked;
    unchecked = new Map();
    if (reported.size === 0) return;
    const plugged = await listPlugged(hardware, [...reported.values()]);
    for (const [key, device] of reported) {
      const { type, id, model } = device;
      if (checked.size < MAX_CHECKED) checked.add(key);
      if (isPlugged(device, plugged)) continue;
      log.warn(
        { type, id, model: model.name },
        'a vendor reported a device that is not plugged in; see the ids with: guildhall devices',
      );
    }
  };
  const reviewOnce = coalesceRuns(() =>
    review().catch((error: unknown) => log.warn({ err: error }, 'failed to check reported devices')),
  );
  return hardware.certifiedDevices.on('changed', (devices) => {
    for (const device of devices) {
      const key = deviceKey(device.type, device.id);
      if (!checked.has(key) && checked.size < MAX_CHECKED) unchecked.set(key, device);
    }
    reviewOnce();
  });
}

/** The plugged-in devices of the reported kinds, as `deviceKey` names them: listing sound devices starts their driver. */
async function listPlugged(
  hardware: Pick<Hardware, 'audio' | 'listVideoInputs'>,
  reported: readonly CertifiedDevice[],
): Promise<ReadonlySet<string>> {
  const isReported = (kind: DeviceType) => reported.some(({ type }) => type === kind);
  const hasAudio = Object.values(AUDIO_DEVICE_TYPES).some(isReported);
  const endpoints = hasAudio ? await hardware.audio.endpoints() : [];
  const cameras = isReported(DEVICE_TYPES.VIDEO_INPUT) ? await hardware.listVideoInputs() : [];
  return new Set([
    ...endpoints.map(({ direction, id }) => deviceKey(AUDIO_DEVICE_TYPES[direction], id)),
    ...cameras.map(({ id }) => deviceKey(DEVICE_TYPES.VIDEO_INPUT, id)),
  ]);
}

/** Whether a device of its type has the reported id or one of those related to it. */
function isPlugged({ type, id, related }: CertifiedDevice, plugged: ReadonlySet<string>): boolean {
  return [id, ...related].some((each) => plugged.has(deviceKey(type, each)));
}
