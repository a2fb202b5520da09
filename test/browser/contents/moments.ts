import { timestamp } from '#guildhall/protocol/timestamp.js';

/** When the filled console is looked at, in milliseconds since the Unix epoch. */
export const NOW = Date.parse('2026-01-05T18:30:00Z');

/** A moment before. */
export function ago({ days = 0, minutes = 0 }): string {
  return timestamp(NOW - (days * 1_440 + minutes) * 60_000);
}
