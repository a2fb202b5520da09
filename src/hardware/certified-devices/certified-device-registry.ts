import { Emitter } from '../../platform/async/events.js';
import type { Clock } from '../../platform/clock.js';
import type { Logger } from '../../platform/log.js';
import { type CertifiedDevice, DEVICE_TYPES, type DeviceType } from '../../protocol/rpc/certified-device.js';
import { deviceKey } from '../device-id.js';
import type { CertifiedDeviceLookup, CertifiedDevices, ReportTerms } from '../hardware.js';

/** Node.js timers are limited to 32 bits: a longer one would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

interface Report extends ReportTerms {
  readonly bytes: number;
  /** an owner that reports again keeps its position */
  readonly position: number;
  /** cancels the expiry of the report */
  readonly keep: () => void;
  /** the first device with each own and related id */
  readonly byKey: ReadonlyMap<string, PlacedDevice>;
}

interface PlacedDevice {
  readonly device: CertifiedDevice;
  /** its position in the report */
  readonly index: number;
}

interface FoundDevice extends PlacedDevice {
  /** by which it was found */
  readonly id: string;
  readonly report: Report;
}

/** Stores reports of vendors in memory until their owner disconnects or they expire. */
export class CertifiedDeviceRegistry implements CertifiedDevices {
  readonly all = this.#lookup(() => true);
  readonly takingOver = this.#lookup(({ takesOver }) => takesOver);
  readonly #byOwner = new Map<string, Report>();
  /** the reports that name each own or related id, in order of priority */
  readonly #byKey = new Map<string, Report[]>();
  readonly #bytesOf = new Map<string, number>();
  readonly #muting = new Set<Report>();
  readonly #events: Emitter<{ changed: readonly CertifiedDevice[] }>;
  #reported = 0;

  constructor(
    private readonly clock: Clock,
    log: Logger,
  ) {
    this.#events = Emitter.logging(log, 'certified devices');
  }

  get mayMute(): boolean {
    return this.#muting.size > 0;
  }

  on: CertifiedDevices['on'] = (name, listener) => this.#events.on(name, listener);

  set(owner: string, devices: readonly CertifiedDevice[], terms: ReportTerms): boolean {
    if (devices.length === 0) {
      this.clear(owner);
      return true;
    }
    const { application, lifetimeMs, maxBytes, takesOver } = terms;
    const before = this.#byOwner.get(owner);
    const bytes = Buffer.byteLength(JSON.stringify(devices));
    if ((this.#bytesOf.get(application) ?? 0) - (before?.bytes ?? 0) + bytes > maxBytes) return false;
    if (before !== undefined) this.#remove(before);
    const keep =
      lifetimeMs === null
        ? () => {}
        : this.clock.after(Math.min(lifetimeMs, MAX_TIMER_MS), () => this.clear(owner));
    this.#reported += 1;
    const position = before?.position ?? this.#reported;
    const report = { ...terms, bytes, position, keep, byKey: placeByKey(devices) };
    this.#byOwner.set(owner, report);
    this.#countBytes(report, bytes);
    if (takesOver && devices.some(mayMute)) this.#muting.add(report);
    for (const key of report.byKey.keys()) this.#insert(key, report);
    this.#events.emit('changed', devices);
    return true;
  }

  clear(owner: string): void {
    const report = this.#byOwner.get(owner);
    if (report === undefined) return;
    this.#byOwner.delete(owner);
    this.#remove(report);
    this.#events.emit('changed', []);
  }

  #insert(key: string, report: Report): void {
    const reports = this.#byKey.get(key);
    if (reports === undefined) this.#byKey.set(key, [report]);
    else reports.splice(indexAmong(reports, report), 0, report);
  }

  #remove(report: Report): void {
    report.keep();
    this.#countBytes(report, -report.bytes);
    this.#muting.delete(report);
    for (const key of report.byKey.keys()) {
      const reports = this.#byKey.get(key) ?? [];
      reports.splice(indexAmong(reports, report), 1);
      if (reports.length === 0) this.#byKey.delete(key);
    }
  }

  #countBytes({ application }: Report, change: number): void {
    const bytes = (this.#bytesOf.get(application) ?? 0) + change;
    if (bytes === 0) this.#bytesOf.delete(application);
    else this.#bytesOf.set(application, bytes);
  }

  #lookup(isWanted: (report: Report) => boolean): CertifiedDeviceLookup {
    const find = (type: DeviceType, id: string): FoundDevice | null => {
      const own = deviceKey(type, id);
      // A device's own id is looked up first, so that `related` of another vendor cannot shadow it.
      for (const key of [own, relatedKey(own)]) {
        const report = this.#byKey.get(key)?.find(isWanted);
        const placed = report?.byKey.get(key);
        if (report !== undefined && placed !== undefined) return { ...placed, id, report };
      }
      return null;
    };
    return {
      find: (type, id) => find(type, id)?.device ?? null,
      firstOf(type, ids) {
        const found = ids.map((id) => find(type, id)).filter((device) => device !== null);
        return found.sort(comparePriority)[0]?.id ?? null;
      },
    };
  }
}

function placeByKey(devices: readonly CertifiedDevice[]): Map<string, PlacedDevice> {
  const byKey = new Map<string, PlacedDevice>();
  for (const [index, device] of devices.entries()) {
    const related = device.related.map((id) => relatedKey(deviceKey(device.type, id)));
    for (const key of [deviceKey(device.type, device.id), ...related]) {
      if (!byKey.has(key)) byKey.set(key, { device, index });
    }
  }
  return byKey;
}

function relatedKey(key: string): string {
  return `related ${key}`;
}

function mayMute({ hardware_mute, type }: CertifiedDevice): boolean {
  return type === DEVICE_TYPES.AUDIO_INPUT && hardware_mute !== undefined;
}

/** The index that a report has, or would have, among reports in order of priority, by binary search. */
function indexAmong(reports: readonly Report[], report: Report): number {
  let low = 0;
  let high = reports.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const each = reports[middle];
    if (each !== undefined && compareReports(each, report) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Reports of connections precede the others, and earlier ones later ones. */
function compareReports(one: Report, other: Report): number {
  return Number(one.lifetimeMs !== null) - Number(other.lifetimeMs !== null) || one.position - other.position;
}

function comparePriority(one: FoundDevice, other: FoundDevice): number {
  return compareReports(one.report, other.report) || one.index - other.index;
}
