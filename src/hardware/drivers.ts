/** The names of all drivers, in display order. */
export const DRIVER_NAMES = ['keyboard-mouse', 'gamepad', 'hid', 'audio'] as const;
export type DriverName = (typeof DRIVER_NAMES)[number];

/** Why something does not work, and what a person can do about it if that is known. */
export interface Unavailability {
  /** e.g. `libasound.so.2 is missing` */
  readonly reason: string;
  /** e.g. `apt install libasound2t64`; null if not known */
  readonly hint: string | null;
}

/** How one driver is doing. */
export interface DriverStatus {
  /** one of DRIVER_NAMES */
  readonly name: string;
  /** idle: nobody needs it; unavailable: this machine lacks something it needs; failed: it died and is being retried */
  readonly state: 'idle' | 'starting' | 'running' | 'unavailable' | 'failed';
  /** why it is unavailable or failed, e.g. `no DISPLAY`, or that it takes long to start; else null */
  readonly reason: string | null;
  /** what a person can do about it, e.g. `apt install libasound2t64`; else null */
  readonly hint: string | null;
}
