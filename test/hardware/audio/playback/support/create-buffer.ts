import { JitterBuffer } from '#guildhall/hardware/audio/playback/jitter-buffer.js';

/** A buffer and the number of packets that were lost or late. */
export function createBuffer() {
  const counts = { played: 0, lost: 0 };
  const buffer = new JitterBuffer((isLost) => {
    counts[isLost ? 'lost' : 'played'] += 1;
  });
  return { buffer, counts };
}
