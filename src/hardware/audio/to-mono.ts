/** The mean of both channels of interleaved stereo. */
export function toMono(stereo: Int16Array): Int16Array {
  const mono = new Int16Array(stereo.length >> 1);
  for (let at = 0; at < mono.length; at += 1) {
    mono[at] = ((stereo[2 * at] ?? 0) + (stereo[2 * at + 1] ?? 0)) >> 1;
  }
  return mono;
}
