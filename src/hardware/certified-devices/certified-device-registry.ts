import type { CertifiedDevice } from '../../protocol/rpc/certified-device.js';
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

/**
 * Brings device ids into one form. Windows writes the same UUID in either case and often in braces, and an
 * endpoint's full id (`{0.0.1.00000000}.{uuid}`) holds the UUID that vendors report in its last part.
 */
export function normalizedDeviceId(id: string): string {
  const windowsEndpoint = /^\{\d+\.\d+\.\d+\.\d+\}\.(\{.+\})$/.exec(id.trim());
  return (windowsEndpoint?.[1] ?? id)
    .trim()
    .replace(/^\{(.*)\}$/, '$1')
    .toLowerCase();
}
