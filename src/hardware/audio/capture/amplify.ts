const HIGHEST = 32_767;
const LOWEST = -32_768;

/**
 * Samples times a factor; what would be louder than full scale is clipped.
 *
 * @param into is overwritten and returned, unless the factor is 1
 */
export function amplify(samples: Int16Array, factor: number, into: Int16Array): Int16Array {
  if (factor === 1) return samples;
  for (let at = 0; at < into.length; at += 1) {
    const amplified = Math.round((samples[at] ?? 0) * factor);
    into[at] = Math.max(LOWEST, Math.min(HIGHEST, amplified));
  }
  return into;
}
