import type { EncoderSettings } from './opus-codecs.js';

/** Before the first `configure`: the bitrate of a new voice channel. */
export const DEFAULT_SETTINGS: EncoderSettings = { bitrate: 64_000, expectedLoss: 0 };

/**
 * The effort of encoders, 0–10. libopus takes 0.24 ms of CPU time for a frame of 20 ms with 10, and 0.13 ms with 5: both
 * are little compared to the rest.
 */
export const COMPLEXITY = 10;

/** The expected loss as libopus takes it: in whole percent. */
export function lossInPercent({ expectedLoss }: EncoderSettings): number {
  return Math.round(Math.min(1, Math.max(0, expectedLoss)) * 100);
}
