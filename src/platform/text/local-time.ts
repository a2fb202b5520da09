/** How many characters of an ISO 8601 time have it to a minute, a second and a millisecond. */
const LENGTHS = { minute: 16, second: 19, millisecond: 23 } as const;

/**
 * A time in the time zone of this machine, e.g. `2026-11-22 20:03:07`.
 *
 * @param time ISO 8601, or milliseconds since the Unix epoch
 * @returns what is not a time as it is
 */
export function localTime(time: string | number, precision: keyof typeof LENGTHS = 'second'): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return String(time);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, LENGTHS[precision]).replace('T', ' ');
}
