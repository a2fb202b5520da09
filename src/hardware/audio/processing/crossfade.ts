/** Passes over from one block to another, which has the same length. */
export function crossfade(from: Int16Array, to: Int16Array): Int16Array {
  return to.map((sample, at) => {
    const share = (at + 1) / to.length;
    return Math.round(sample * share + (from[at] ?? 0) * (1 - share));
  });
}
