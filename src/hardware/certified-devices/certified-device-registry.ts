import type { CertifiedDevice } from '../../protocol/rpc/certified-device.js';
import { normalizedDeviceId } from '../device-id.js';
import type { CertifiedDevices } from '../hardware.js';

/** Keeps what vendors reported, in memory: it is gone when its owner is. */
export class CertifiedDeviceRegistry implements CertifiedDevices {
  readonly #byOwner = new Map<string, readonly CertifiedDevice[]>();

  set(owner: string, devices: readonly CertifiedDevice[]): void {
    if (devices.length === 0) this.clear(owner);
    // An owner that reports anew keeps its place among the owners.
    else this.#byOwner.set(owner, [...devices]);
  }

  clear(owner: string): void {
    this.#byOwner.delete(owner);
  }

  list(): readonly CertifiedDevice[] {
    return [...this.#byOwner.values()].flat();
  }

  /** Finds a device by its own id first: another vendor's `related` must not shadow it. */
  find(deviceId: string): CertifiedDevice | null {
    const wanted = normalizedDeviceId(deviceId);
    const devices = this.list();
    return (
      devices.find(({ id }) => normalizedDeviceId(id) === wanted) ??
      devices.find(({ related }) => related.some((id) => normalizedDeviceId(id) === wanted)) ??
      null
    );
  }
}
