import type { DriverName } from './drivers.js';

/** This machine lacks something that a driver needs, or the driver keeps crashing. */
export class DriverUnavailableError extends Error {
  override readonly name = 'DriverUnavailableError';

  /**
   * @param reason e.g. `no DISPLAY`
   * @param hint what the person can do about it; null if unknown
   */
  constructor(
    readonly driver: DriverName,
    readonly reason: string,
    readonly hint: string | null = null,
  ) {
    super(`${driver}: ${reason}`);
  }
}

/** A driver rejected or aborted one request; the driver itself keeps running. */
export class DriverRequestError extends Error {
  override readonly name = 'DriverRequestError';
}
