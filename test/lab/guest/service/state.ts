import assert from 'node:assert/strict';
import { eventually } from '../../../helpers/eventually.js';
import type { Person } from './person.js';

/** What `guildhall service status` prints of a unit. */
export interface Unit {
  readonly name: string;
  readonly state: string;
  readonly enabled: boolean;
  readonly current: boolean;
  readonly pid: number | null;
  readonly restarts: number;
  readonly reason: string | null;
  readonly status: string | null;
}

export interface Service {
  readonly running: boolean;
  readonly starts_at_boot: boolean | null;
  readonly units: readonly Unit[];
  readonly missing: readonly { readonly check: string; readonly message: string }[] | null;
}

/** The first unit of a service: that of the daemon, or of the API service. */
export function mainUnit({ units }: Pick<Service, 'units'>): Unit {
  const [unit] = units;
  assert.ok(unit);
  return unit;
}

/** The state of a service as soon as its main unit has a process other than this one, and reports what it does. */
export function untilBack(person: Person, pid: number | null, ...flags: string[]): Promise<Service> {
  return eventually(
    () => {
      const { stdout } = person.guildhall('service', 'status', '--json', ...flags);
      const service = JSON.parse(stdout) as Service;
      const unit = mainUnit(service);
      return unit.state === 'active' && unit.pid !== pid && unit.status !== null && service;
    },
    { describe: () => `the service is not back: ${person.guildhall('service', 'status', ...flags).stdout}` },
  );
}
