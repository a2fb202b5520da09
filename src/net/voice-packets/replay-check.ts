import { createHash } from 'node:crypto';
import { REPLAY_WINDOW, ReplayWindow } from '../../platform/replay-window.js';
import type { OpenedPacket } from './packet-cipher.js';
import { readRtpHeader } from './rtp-packet.js';

/**
 * Accepts each packet of one key once, so that recorded ones cannot be sent again. It judges by what the mode authenticates.
 *
 * @returns whether the packet is newer than all before; null if it is too old, or was accepted before
 */
export type ReplayCheck = (opened: OpenedPacket) => 'newest' | 'late' | null;

/** For nonces that count packets of which the header is authentic, too: sequences alone start over after 22 minutes. */
export function checkCountersAndSequences(): ReplayCheck {
  const checkCounter = checkCounters();
  const sequences = new ReplayWindow(16);
  return (opened) => {
    const age = checkCounter(opened);
    const order = age && sequences.accept(readRtpHeader(opened.unencrypted).sequence);
    return age === 'late' && order === 'newest' ? 'late' : order;
  };
}

/**
 * For headers that are the nonce: by the sequence, and each header once, because sequences start over after 22 minutes. A timestamp that
 * goes back is one that the client has begun anew, or an old packet that never arrived, which must not move the window far.
 */
export function checkHeaders(): ReplayCheck {
  const sequences = new ReplayWindow(16);
  const seen = new SeenNonces();
  let newest: number | null = null;
  return ({ nonce, unencrypted }) => {
    const { sequence, timestamp } = readRtpHeader(unencrypted);
    const ahead = sequences.ahead(sequence);
    // The sign of the difference modulo 2^32.
    const goesBack = newest !== null && ((timestamp - newest) | 0) < 0;
    if (ahead === null || (goesBack && ahead > REPLAY_WINDOW) || !seen.add(nonce)) return null;
    const age = sequences.accept(sequence);
    if (goesBack) return 'late';
    if (age === 'newest') newest = timestamp;
    return age;
  };
}

/** For nonces that count packets while the header is not authentic. Clients may begin with any number. */
export function checkCounters(): ReplayCheck {
  const window = new ReplayWindow(32);
  return ({ nonce }) => window.accept(nonce.readUInt32BE());
}

/** For random nonces. They say nothing of the order, so each new one counts as the newest. */
export function checkRandomNonces(): ReplayCheck {
  const seen = new SeenNonces();
  return ({ nonce }) => (seen.add(nonce) ? 'newest' : null);
}

const FILTER_BYTES = 128 * 1024;
/** How many nonces are in one filter: with 24 bits each, one of 20,000 others seems to be among them. */
const NONCES_PER_FILTER = Math.floor((FILTER_BYTES * 8) / 24);
/** At 50 packets a second these are the nonces of seven hours of speech, in 4 MiB. */
const MOST_FILTERS = 32;
/** Each is a word of a SHA-256, and chooses one bit. */
const BITS_PER_NONCE = 8;

/**
 * The nonces of about the last 1.4 million packets, in Bloom filters of which the oldest is dropped: a set of them would take
 * twenty times the memory. It grows with the packets that a client sends.
 */
class SeenNonces {
  readonly #filters: Uint8Array[] = [];
  #countOfNewest = NONCES_PER_FILTER;

  /** @returns whether the nonce was new */
  add(nonce: Uint8Array): boolean {
    const hash = createHash('sha256').update(nonce).digest();
    const bits = Array.from(
      { length: BITS_PER_NONCE },
      (_, index) => hash.readUInt32BE(index * 4) % (FILTER_BYTES * 8),
    );
    const isIn = (filter: Uint8Array) =>
      bits.every((bit) => ((filter[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0);
    if (this.#filters.some(isIn)) return false;
    const newest = this.#newest();
    for (const bit of bits) newest[bit >> 3] = (newest[bit >> 3] ?? 0) | (1 << (bit & 7));
    this.#countOfNewest += 1;
    return true;
  }

  /** The filter for the next nonce. */
  #newest(): Uint8Array {
    const [newest] = this.#filters;
    if (newest !== undefined && this.#countOfNewest < NONCES_PER_FILTER) return newest;
    const filter = new Uint8Array(FILTER_BYTES);
    this.#filters.unshift(filter);
    this.#filters.length = Math.min(this.#filters.length, MOST_FILTERS);
    this.#countOfNewest = 0;
    return filter;
  }
}
