import type { Clock } from '../../platform/clock.js';
import { Emitter } from '../../platform/events.js';
import type { Logger } from '../../platform/log.js';
import type { CertifiedDevice, DeviceType } from '../../protocol/rpc/certified-device.js';
import { normalizedDeviceId } from '../device-id.js';
import type { CertifiedDevices } from '../hardware.js';

/** Timers count in 32 bits: a longer one would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

interface Report {
  readonly devices: readonly CertifiedDevice[];
  /** keeps the report from expiring */
  readonly keep: () => void;
}

/** Keeps what vendors reported, in memory: it is gone when its owner is, or when its time is over. */
export class CertifiedDeviceRegistry implements CertifiedDevices {
  readonly #byOwner = new Map<string, Report>();
  readonly #events: Emitter<{ changed: null }>;

  constructor(
    private readonly clock: Clock,
    log: Logger,
  ) {
    this.#events = new Emitter((error) =>
      log.error({ err: error }, 'a listener of certified devices failed'),
    );
  }

  on: CertifiedDevices['on'] = (name, listener) => this.#events.on(name, listener);

  set(owner: string, devices: readonly CertifiedDevice[], lifetimeMs: number | null): void {
    if (devices.length === 0) {
      this.clear(owner);
      return;
    }
    this.#byOwner.get(owner)?.keep();
    const keep =
      lifetimeMs === null
        ? () => {}
        : this.clock.after(Math.min(lifetimeMs, LONGEST_TIMER_MS), () => this.clear(owner));
    // An owner that reports anew keeps its place among the owners.
    this.#byOwner.set(owner, { devices: [...devices], keep });
    this.#events.emit('changed', null);
  }

  clear(owner: string): void {
    this.#byOwner.get(owner)?.keep();
    if (this.#byOwner.delete(owner)) this.#events.emit('changed', null);
  }

  list(): readonly CertifiedDevice[] {
    return [...this.#byOwner.values()].flatMap(({ devices }) => devices);
  }

  /** Finds a device by its own id first: another vendor's `related` must not shadow it. */
  find(type: DeviceType, deviceId: string): CertifiedDevice | null {
    const wanted = normalizedDeviceId(deviceId);
    const devices = this.list().filter((device) => device.type === type);
    return (
      devices.find(({ id }) => normalizedDeviceId(id) === wanted) ??
      devices.find(({ related }) => related.some((id) => normalizedDeviceId(id) === wanted)) ??
      null
    );
  }

  firstOf(type: DeviceType, deviceIds: readonly string[]): string | null {
    const owned = deviceIds.map((id) => ({ id, device: this.find(type, id) }));
    for (const device of this.list()) {
      const first = owned.find((each) => each.device === device);
      if (first !== undefined) return first.id;
    }
    return null;
  }
}
