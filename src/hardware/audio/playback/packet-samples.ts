/** Samples in each frame of a packet, by its mode and bandwidth (RFC 6716, 3.1). */
const SILK = [480, 960, 1920, 2880];
const HYBRID = [480, 960];
const CELT = [120, 240, 480, 960];
/** The longest packet: 120 ms. */
export const MAX_PACKET_SAMPLES = 5760;
/** Lengths of packets are multiples of this: 2.5 ms. */
export const SAMPLES_STEP = 120;

/** The length of a packet of Opus in samples at 48 kHz; null if it is none. */
export function packetSamples(opus: Uint8Array): number | null {
  const [description, count = 0] = opus;
  if (description === undefined) return null;
  const configuration = description >> 3;
  const frame = frameSamples(configuration);
  const frames = [1, 2, 2, count & 0x3f][description & 3] ?? 0;
  const samples = frame * frames;
  return samples > 0 && samples <= MAX_PACKET_SAMPLES ? samples : null;
}

function frameSamples(configuration: number): number {
  if (configuration < 12) return SILK[configuration % 4] ?? 0;
  if (configuration < 16) return HYBRID[configuration % 2] ?? 0;
  return CELT[configuration % 4] ?? 0;
}
