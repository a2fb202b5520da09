import type { DriverName } from './drivers.js';

/** This machine lacks something a driver needs, or the driver keeps dying. */
export class DriverUnavailableError extends Error {
  override readonly name = 'DriverUnavailableError';

  /**
   * @param reason why, e.g. `no DISPLAY`
   * @param hint what a person can do about it, or null if that is not known
   */
  constructor(
    readonly driver: DriverName,
    readonly reason: string,
    readonly hint: string | null = null,
  ) {
    super(`${driver}: ${reason}`);
  }
}

/** A driver refused or broke off one request; the driver itself goes on. */
export class DriverRequestError extends Error {
  override readonly name = 'DriverRequestError';
}
