import type { CertifiedDevice, DeviceType } from '../../protocol/rpc/certified-device.js';
import { normalizeDeviceId } from '../device-id.js';
import type { CertifiedDeviceLookup } from '../hardware.js';

/** @param list the current devices, in order of priority */
export function lookupAmong(list: () => readonly CertifiedDevice[]): CertifiedDeviceLookup {
  return {
    list,
    find: (type, deviceId) => findAmong(list(), type, deviceId),
    firstOf(type, deviceIds) {
      const devices = list();
      const owned = deviceIds.map((id) => ({ id, device: findAmong(devices, type, id) }));
      for (const device of devices) {
        const first = owned.find((each) => each.device === device);
        if (first !== undefined) return first.id;
      }
      return null;
    },
  };
}

/** A device's own id is looked up first, so that `related` of another vendor cannot shadow it. */
function findAmong(
  devices: readonly CertifiedDevice[],
  type: DeviceType,
  deviceId: string,
): CertifiedDevice | null {
  const wanted = normalizeDeviceId(deviceId);
  const ofType = devices.filter((device) => device.type === type);
  return (
    ofType.find(({ id }) => normalizeDeviceId(id) === wanted) ??
    ofType.find(({ related }) => related.some((id) => normalizeDeviceId(id) === wanted)) ??
    null
  );
}
