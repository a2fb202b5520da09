/** The median of some rounds and the quartiles around it. */
export interface Summary {
  readonly median: number;
  /** the lower quartile */
  readonly low: number;
  /** the upper quartile */
  readonly high: number;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** @param share e.g. 0.99 @returns the smallest value that so many are not above; 0 for no values */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export function summarize(values: readonly number[]): Summary {
  return { median: median(values), low: quantile(values, 0.25), high: quantile(values, 0.75) };
}

/** Interpolates between neighbors; 0 for no values. */
function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const lower = sorted[Math.floor(at)] ?? 0;
  const upper = sorted[Math.ceil(at)] ?? 0;
  return lower + (upper - lower) * (at - Math.floor(at));
}
