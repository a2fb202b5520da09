import { createHash } from 'node:crypto';
import { REPLAY_WINDOW, ReplayWindow } from '../../platform/crypto/replay-window.js';
import type { OpenedPacket } from './packet-cipher.js';
import { readRtpHeader } from './rtp-packet.js';

/**
 * Accepts each packet of one key once, so that recorded ones cannot be sent again. It judges by what the mode authenticates.
 *
 * @returns whether the packet is newer than all before; null if it is too old, or was accepted before
 */
export type ReplayCheck = (opened: OpenedPacket) => 'newest' | 'late' | null;

/** After how many packets in a row that continue each other, and nothing else, a client has started over. */
const BEGUN_ANEW = 16;

/**
 * For headers that are the nonce: by the sequence, and each header once, because sequences start over after 22 minutes. A timestamp that
 * goes back, or a sequence out of the window, is of a client that has started over, or of an old packet that never arrived, which must not
 * move the window far.
 */
export function checkHeaders(): ReplayCheck {
  const headers = new HeaderCheck();
  return (opened) => headers.check(opened);
}

class HeaderCheck {
  readonly #seen = new SeenNonces();
  #sequences = new ReplayWindow(16);
  /** the timestamp of the newest packet */
  #newest: number | null = null;
  /** the latest packet from elsewhere, and how many continue each other up to it */
  #anew: { readonly sequence: number; readonly timestamp: number; readonly count: number } | null = null;

  check({ nonce, unencrypted }: OpenedPacket): ReturnType<ReplayCheck> {
    if (!this.#seen.add(nonce)) return null;
    const { sequence, timestamp } = readRtpHeader(unencrypted);
    const ahead = this.#sequences.ahead(sequence);
    const goesBack = this.#newest !== null && isBefore(timestamp, this.#newest);
    const isOutside = ahead === null || (goesBack && ahead > REPLAY_WINDOW);
    if (!isOutside && !goesBack) {
      this.#anew = null;
      const age = this.#sequences.accept(sequence);
      if (age === 'newest') this.#newest = timestamp;
      return age;
    }
    if (this.#countAnew(sequence, timestamp) >= BEGUN_ANEW) {
      this.#anew = null;
      this.#sequences = new ReplayWindow(16);
      this.#newest = timestamp;
      return this.#sequences.accept(sequence);
    }
    return isOutside || this.#sequences.accept(sequence) === null ? null : 'late';
  }

  #countAnew(sequence: number, timestamp: number): number {
    const before = this.#anew;
    const steps = (sequence - (before?.sequence ?? sequence)) & 0xffff;
    const continues = before !== null && steps > 0 && !isBefore(timestamp, before.timestamp);
    const count = continues && steps < REPLAY_WINDOW ? before.count + 1 : 1;
    this.#anew = { sequence, timestamp, count };
    return count;
  }
}

/** By the sign of the difference modulo 2^32. */
function isBefore(timestamp: number, other: number): boolean {
  return ((timestamp - other) | 0) < 0;
}

/**
 * For nonces that count packets, whether or not the header is authentic. Clients may begin with any number, and their sequences
 * anew.
 */
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
/** How many nonces are in one filter: with 32 bits each, one of three million others seems to be among them. */
const NONCES_PER_FILTER = (FILTER_BYTES * 8) / 32;
/** At 50 packets a second these are the nonces of seven hours of speech, in 5 MiB. */
const MAX_FILTERS = 40;
/** Each is one bit of the filter. */
const BITS_PER_NONCE = 16;

/**
 * The nonces of about the last 1.3 million packets, in Bloom filters of which the oldest is dropped: a set of them would take
 * fifteen times the memory. It grows with the packets that a client sends.
 */
class SeenNonces {
  readonly #filters: Uint8Array[] = [];
  #countOfNewest = NONCES_PER_FILTER;

  /** @returns whether the nonce was new */
  add(nonce: Uint8Array): boolean {
    const hash = createHash('sha256').update(nonce).digest();
    const [first, step] = [hash.readUInt32BE(0), (hash.readUInt32BE(4) | 1) >>> 0];
    const bits = Array.from(
      { length: BITS_PER_NONCE },
      (_, index) => (first + index * step) % (FILTER_BYTES * 8),
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
    this.#filters.length = Math.min(this.#filters.length, MAX_FILTERS);
    this.#countOfNewest = 0;
    return filter;
  }
}
