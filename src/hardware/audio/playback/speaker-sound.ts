import type { ReceivedFrame } from '../call/call.js';
import { MalformedPacketError, type OpusCodecs, type OpusDecoder } from '../codec/opus-codecs.js';
import { BLOCK_SAMPLES, PLAYED_CHANNELS, SAMPLE_RATE } from '../pcm.js';
import { DecodedSound } from './decoded-sound.js';
import { Fade } from './fade.js';
import { JitterBuffer } from './jitter-buffer.js';
import type { Packet } from './packet-queue.js';

/** Concealed sound is played this long, and then fades out. */
const CONCEALED_SAMPLES = 0.06 * SAMPLE_RATE;
/** An excess of delay is reduced in pauses from here on, and anywhere if it is large, in milliseconds. */
const EXCESS_MS = 20;
const LARGE_EXCESS_MS = 100;
/** Outside of pauses one of this many packets is dropped at most. */
const PACKETS_PER_DROP = 5;
/** Sound below this level is a pause: -50 dB of full scale. */
const PAUSE_AMPLITUDE = 100;

/** The sound of one speaker: from packets to blocks, with what is missing concealed. */
export class SpeakerSound {
  readonly #packets: JitterBuffer;
  readonly #decoded = new DecodedSound();
  readonly #fade = new Fade();
  #decoder: OpusDecoder | null = null;
  /** how much was concealed since the last packet, in samples */
  #concealed = 0;
  #packetsSinceDrop = 0;

  /** @param count called for every packet: whether it was lost */
  constructor(
    private readonly opus: Pick<OpusCodecs, 'createDecoder'>,
    count: (isLost: boolean) => void,
  ) {
    this.#packets = new JitterBuffer(count);
  }

  /** Whether there is something to play. */
  get isActive(): boolean {
    return !this.#packets.isIdle || !this.#decoded.isEmpty;
  }

  /** A packet arrived. @param now in milliseconds */
  push(frame: ReceivedFrame, now: number): void {
    this.#packets.push(frame, now);
  }

  /** The next 10 ms, stereo, valid until the next call; null while the speaker is silent. @param now in milliseconds */
  read(now: number): Int16Array | null {
    while (!this.#decoded.hasBlock && this.#advance(now));
    return this.#decoded.isEmpty ? null : this.#decoded.take();
  }

  /** Frees the decoder. */
  close(): void {
    this.#decoder?.close();
    this.#decoder = null;
  }

  /** @returns false if nothing is to be played now */
  #advance(now: number): boolean {
    const next = this.#packets.next(now);
    if (next.type === 'silence') return false;
    if (next.type === 'late') this.#conceal(BLOCK_SAMPLES, null);
    else if (next.type === 'lost') this.#conceal(next.samples, next.next);
    else this.#play(next.packet, now);
    return true;
  }

  #play({ opus, samples, isNewStream }: Packet, now: number): void {
    if (isNewStream) this.close();
    const sound = this.#tryDecode((decoder) => decoder.decode(opus));
    if (sound === null) {
      this.#conceal(samples, null);
      return;
    }
    this.#concealed = 0;
    this.#packetsSinceDrop += 1;
    if (this.#canDrop(sound, this.#packets.excessMs(now))) {
      this.#packetsSinceDrop = 0;
      this.#decoded.drop(sound);
    } else this.#decoded.add(this.#fade.to(1, sound));
  }

  /** Whether a packet can be left out, so that those after it are less late. */
  #canDrop(sound: Int16Array, excessMs: number): boolean {
    if (excessMs < EXCESS_MS) return false;
    if (sound.every((sample) => Math.abs(sample) < PAUSE_AMPLITUDE)) return true;
    return excessMs >= LARGE_EXCESS_MS && this.#packetsSinceDrop >= PACKETS_PER_DROP;
  }

  /** @param next the packet after the lost one, which may contain a copy of it */
  #conceal(samples: number, next: Buffer | null): void {
    this.#concealed += samples;
    const isOver = this.#concealed > CONCEALED_SAMPLES;
    const sound = isOver && this.#fade.isSilent ? null : this.#concealment(samples, next);
    this.#decoded.add(
      sound === null ? new Int16Array(samples * PLAYED_CHANNELS) : this.#fade.to(isOver ? 0 : 1, sound),
    );
  }

  #concealment(samples: number, next: Buffer | null): Int16Array | null {
    const recovered = next && this.#tryDecode((decoder) => decoder.recover(next, samples));
    return recovered ?? this.#tryDecode((decoder) => decoder.conceal(samples));
  }

  /** @returns null if the packet is malformed */
  #tryDecode(decode: (decoder: OpusDecoder) => Int16Array): Int16Array | null {
    this.#decoder ??= this.opus.createDecoder();
    try {
      return decode(this.#decoder);
    } catch (error) {
      if (error instanceof MalformedPacketError) return null;
      throw error;
    }
  }
}
