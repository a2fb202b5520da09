/** Silence, in dB of full scale: voice settings know nothing quieter. */
const SILENCE = -100;

/** How loud samples are (16 bits each, signed, little-endian), in dB of full scale from -100 to 0. */
export function levelOf(samples: Buffer): number {
  const count = Math.floor(samples.length / 2);
  let squares = 0;
  for (let index = 0; index < count; index += 1) squares += (samples.readInt16LE(index * 2) / 32_768) ** 2;
  if (squares === 0) return SILENCE;
  return Math.max(SILENCE, Math.min(0, 10 * Math.log10(squares / count)));
}
