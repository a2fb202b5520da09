/** The response time of one probe. */
export interface Sample {
  readonly probe: string;
  /** how long it took, in milliseconds */
  readonly ms: number;
  /** the same without the time in which the daemon or the canary waited for a CPU, in milliseconds */
  readonly netMs: number;
}

/**
 * A sample with those that were omitted while the probe waited: a probe sent every 50 ms that waits one second for a
 * response stands for twenty late ones (coordinated omission).
 *
 * @param everyMs how often the probe is sent, in milliseconds
 */
export function withOmitted(sample: Sample, everyMs: number): Sample[] {
  const samples = [sample];
  for (let missed = everyMs; sample.ms - missed > 0; missed += everyMs) {
    const netMs = Math.max(0, sample.netMs - missed);
    samples.push({ probe: sample.probe, ms: sample.ms - missed, netMs });
  }
  return samples;
}
