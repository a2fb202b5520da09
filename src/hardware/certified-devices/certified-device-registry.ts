import { Emitter } from '../../platform/async/events.js';
import type { Clock } from '../../platform/clock.js';
import type { Logger } from '../../platform/log.js';
import type { CertifiedDevice, DeviceType } from '../../protocol/rpc/certified-device.js';
import { normalizeDeviceId } from '../device-id.js';
import type { CertifiedDeviceLookup, CertifiedDevices } from '../hardware.js';

/** Node.js timers are limited to 32 bits: a longer one would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

interface Report {
  readonly devices: readonly CertifiedDevice[];
  readonly isConnected: boolean;
  readonly takesOver: boolean;
  /** cancels the expiry of the report */
  readonly keep: () => void;
}

/** Stores reports of vendors in memory until their owner disconnects or they expire. */
export class CertifiedDeviceRegistry implements CertifiedDevices {
  readonly all = lookupAmong(() => this.#devicesOf(() => true));
  readonly takingOver = lookupAmong(() => this.#devicesOf(({ takesOver }) => takesOver));
  readonly #byOwner = new Map<string, Report>();
  readonly #events: Emitter<{ changed: null }>;

  constructor(
    private readonly clock: Clock,
    log: Logger,
  ) {
    this.#events = Emitter.logging(log, 'certified devices');
  }

  on: CertifiedDevices['on'] = (name, listener) => this.#events.on(name, listener);

  set(
    owner: string,
    devices: readonly CertifiedDevice[],
    lifetimeMs: number | null,
    takesOver: boolean,
  ): void {
    if (devices.length === 0) {
      this.clear(owner);
      return;
    }
    this.#byOwner.get(owner)?.keep();
    const keep =
      lifetimeMs === null
        ? () => {}
        : this.clock.after(Math.min(lifetimeMs, MAX_TIMER_MS), () => this.clear(owner));
    // An owner that reports again keeps its position in the order.
    this.#byOwner.set(owner, { devices: [...devices], isConnected: lifetimeMs === null, takesOver, keep });
    this.#events.emit('changed', null);
  }

  clear(owner: string): void {
    this.#byOwner.get(owner)?.keep();
    if (this.#byOwner.delete(owner)) this.#events.emit('changed', null);
  }

  #devicesOf(isWanted: (report: Report) => boolean): readonly CertifiedDevice[] {
    const reports = [...this.#byOwner.values()].filter(isWanted);
    const ofConnections = reports.filter(({ isConnected }) => isConnected);
    const ofOthers = reports.filter(({ isConnected }) => !isConnected);
    return [...ofConnections, ...ofOthers].flatMap(({ devices }) => devices);
  }
}

/** @param list the current devices, in order of priority */
function lookupAmong(list: () => readonly CertifiedDevice[]): CertifiedDeviceLookup {
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
