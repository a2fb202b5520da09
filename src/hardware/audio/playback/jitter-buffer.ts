import { OPUS_SILENCE } from '../../../protocol/opus-silence.js';
import type { ReceivedFrame } from '../call/call.js';
import { BLOCK_MS, SAMPLE_RATE } from '../pcm.js';
import { ArrivalDelays } from './arrival-delays.js';
import { type Packet, PacketQueue } from './packet-queue.js';
import { SAMPLES_STEP } from './packet-samples.js';
import { ReceivedOrder } from './received-order.js';

/** The most packets that are kept. */
const MAX_PACKETS = 64;
/** Speech has ended if nothing arrives for this long, in milliseconds. */
const END_MS = 200;
/** A packet is not late but begins something new when none has arrived for this long, in milliseconds. */
const LATE_MS = 1000;
/** Sound that waits this much longer than intended is dropped at once, in milliseconds. */
const MAX_EXCESS_MS = 500;
const SAMPLES_PER_MS = SAMPLE_RATE / 1000;

/** What comes next in the sound of a speaker. */
export type NextSound =
  | { readonly type: 'packet'; readonly packet: Packet }
  /** a packet that was lost, and the one right after it if that has arrived */
  | { readonly type: 'lost'; readonly samples: number; readonly next: Buffer | null }
  /** the next packet is late: 10 ms are to be bridged */
  | { readonly type: 'late' }
  /** the speaker is silent for the next 10 ms */
  | { readonly type: 'silence' };

/**
 * Puts the packets of one speaker in order, and delays them so long that few come too late (docs/voice.md, Playback).
 * Times are those of the caller's clock, in milliseconds.
 */
export class JitterBuffer {
  readonly #order = new ReceivedOrder();
  readonly #delays = new ArrivalDelays();
  readonly #queue = new PacketQueue();
  #state: 'idle' | 'filling' | 'playing' = 'idle';
  #arrivedAt = Number.NEGATIVE_INFINITY;
  /** of the next packet, and of the next sample */
  #sequence = 0;
  #position = 0;
  #lastSamples = 0;
  #isLastSilence = false;
  /** how long nothing has been there to play */
  #lateMs = 0;

  /** @param count called for every packet whose turn it was: whether it was lost, or too late */
  constructor(private readonly count: (isLost: boolean) => void) {}

  /** Whether there is nothing to play. */
  get isIdle(): boolean {
    return this.#state === 'idle';
  }

  /** The number of packets that wait. */
  get length(): number {
    return this.#queue.length;
  }

  /** How much more sound waits than intended, in milliseconds; negative: less. */
  excessMs(now: number): number {
    const waiting = ((this.#queue.tail?.start ?? this.#position) - this.#position) / SAMPLES_PER_MS;
    return Math.min(this.#excessMs(now), Math.max(0, waiting));
  }

  push(frame: ReceivedFrame, now: number): void {
    const isPaused = now - this.#arrivedAt >= LATE_MS;
    this.#arrivedAt = now;
    if (isPaused || this.#state === 'idle') {
      if (isPaused || !this.#order.isOld(frame)) this.#begin(frame, now);
      return;
    }
    const packet = this.#order.place(frame, this.#usualStart(now));
    if (packet === 'new-stream') this.#begin(frame, now);
    if (typeof packet === 'string') return;
    this.#observe(packet, now);
    if (packet.sequence < this.#sequence) {
      if (this.#state !== 'filling' || this.#order.isBeforePause(packet)) return;
      this.#skipTo(packet);
    }
    this.#queue.add(packet);
    while (this.#queue.length > MAX_PACKETS) this.#drop();
  }

  /** What to play next, from now on. */
  next(now: number): NextSound {
    if (this.#state === 'filling' && this.#excessMs(now) >= 0) this.#state = 'playing';
    if (this.#state !== 'playing') return { type: 'silence' };
    if (this.excessMs(now) > MAX_EXCESS_MS) this.#catchUp(now);
    for (;;) {
      const head = this.#queue.head;
      if (head === undefined) return this.#nextOfNothing();
      if (head.sequence === this.#sequence) return this.#nextOfHead(head, now);
      if (this.#isLastSilence && !this.#endPause(head, now)) return { type: 'silence' };
      const gap = head.start - this.#position;
      const samples = Math.min(this.#lastSamples, gap - (gap % SAMPLES_STEP));
      const excess = this.excessMs(now);
      // It may arrive yet. Until then the delay grows to what is intended.
      if (excess <= -BLOCK_MS) return { type: 'late' };
      this.#skipLost(head, samples);
      // What was bridged before, when it was late, is not bridged twice.
      if (samples > 0 && excess < samples / SAMPLES_PER_MS) {
        const isNext = head.start - this.#position < SAMPLES_STEP;
        return { type: 'lost', samples, next: isNext ? head.opus : null };
      }
    }
  }

  #begin(frame: ReceivedFrame, now: number): void {
    const packet = this.#order.restart(frame, this.#usualStart(now));
    this.#observe(packet, now);
    this.#queue.clear();
    this.#queue.add(packet);
    this.#state = 'filling';
    this.#skipTo(packet);
    this.#lastSamples = packet.samples;
    this.#lateMs = 0;
  }

  #observe(packet: Packet, now: number): void {
    const transit = transitOf(packet, now);
    if (packet.isFirst) this.#delays.restart(transit, now);
    else if (!this.#order.isBeforePause(packet)) this.#delays.observe(transit, now);
  }

  #nextOfNothing(): NextSound {
    if (this.#isLastSilence || this.#lateMs >= END_MS) {
      this.#state = 'idle';
      return { type: 'silence' };
    }
    this.#lateMs += BLOCK_MS;
    return { type: 'late' };
  }

  #nextOfHead(head: Packet, now: number): NextSound {
    // The sender paused without a loss: discontinuous transmission.
    const isPause = head.start - this.#position >= SAMPLES_STEP;
    if (isPause && this.#waitedMs(head.start, now) < this.#delays.target) {
      return { type: this.#isLastSilence ? 'silence' : 'late' };
    }
    this.#queue.shift();
    this.#sequence = head.sequence + 1;
    this.#position = head.start + head.samples;
    this.#lastSamples = head.samples;
    this.#isLastSilence = head.opus.equals(OPUS_SILENCE);
    this.#lateMs = 0;
    this.count(false);
    return { type: 'packet', packet: head };
  }

  /** After silence only the packets right before the head are missing. @returns false if it is not their turn yet */
  #endPause(head: Packet, now: number): boolean {
    const start = head.start - (head.sequence - this.#sequence) * this.#lastSamples;
    if (this.#waitedMs(start, now) < this.#delays.target) return false;
    this.#position = Math.max(this.#position, start);
    return true;
  }

  /** Passes over a part of a gap before the head. */
  #skipLost(head: Packet, samples: number): void {
    this.count(true);
    this.#sequence += 1;
    this.#position += samples;
    if (samples <= 0) this.#skipTo(head);
  }

  /** Drops what has waited too long. */
  #catchUp(now: number): void {
    const isOld = ({ start }: Packet) => this.#waitedMs(start, now) >= this.#delays.target;
    while (this.#queue.second !== undefined && isOld(this.#queue.second)) this.#queue.shift();
    if (this.#queue.head !== undefined) this.#skipTo(this.#queue.head);
  }

  /** Drops the first packet. */
  #drop(): void {
    this.#queue.shift();
    if (this.#queue.head !== undefined) this.#skipTo(this.#queue.head);
  }

  #skipTo({ sequence, start }: Packet): void {
    this.#sequence = sequence;
    this.#position = start;
  }

  /** How much longer than intended the next sound has waited, in milliseconds. */
  #excessMs(now: number): number {
    return this.#waitedMs(this.#position, now) - this.#delays.target;
  }

  /** Where in the stream a packet that arrives now starts, estimated, in samples. */
  #usualStart(now: number): number {
    return Math.round((now - this.#delays.usual) * SAMPLES_PER_MS);
  }

  /** How long ago the fastest packet with this sample would have arrived, in milliseconds. */
  #waitedMs(position: number, now: number): number {
    return now - this.#delays.reference - position / SAMPLES_PER_MS;
  }
}

/** How long a packet was on its way, plus an unknown constant, in milliseconds. */
function transitOf({ start }: Packet, now: number): number {
  return now - start / SAMPLES_PER_MS;
}
