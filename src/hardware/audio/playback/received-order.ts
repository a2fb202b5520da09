import { OPUS_SILENCE, SILENCE_FRAMES } from '../../../protocol/opus-silence.js';
import type { ReceivedFrame } from '../call/call.js';
import { FRAME_SAMPLES, SAMPLE_RATE } from '../pcm.js';
import type { Packet } from './packet-queue.js';
import { MAX_PACKET_SAMPLES, packetSamples } from './packet-samples.js';

/** How many packets one may be ahead of, or behind, those before it. */
const WINDOW = 64;
/** How much longer than its packets a pause between two of them may be, in samples. */
const MAX_PAUSE = 2 * SAMPLE_RATE;
/** After a pause timestamps are believed if the packet took at most this much less or more time than usual, in samples. */
const LARGEST_DELAY = SAMPLE_RATE / 2;
/** After a pause a packet that is more than this ahead, some minutes, or behind, is one of a sender that started over. */
const MAX_AHEAD = 8192;

/** Continues sequences and timestamps beyond their 16 and 32 bits, and notices when a sender pauses or starts over. */
export class ReceivedOrder {
  #newest: Packet = {
    sequence: 0,
    start: 0,
    samples: 0,
    opus: Buffer.alloc(0),
    isFirst: true,
    isNewStream: true,
  };
  /** the 16 and 32 bits of the newest */
  #sequence = 0;
  #timestamp = 0;
  /** the sequence of the last packet that continues nothing */
  #stray: number | null = null;
  /** the sequence of the newest packet that is not silence */
  #speech = 0;
  /** the last pause: the newest packet before it, and by how much timestamps lack it, in samples */
  #pause = { after: 0, samples: 0 };

  /**
   * The packet starts over, after all that came before.
   *
   * @param usual where in the stream a packet that arrives now usually starts, in samples
   */
  restart(frame: ReceivedFrame, usual: number): Packet {
    const { sequence, start, samples } = this.#newest;
    const ahead = (frame.sequence - this.#sequence) & 0xffff;
    const later = (frame.timestamp - this.#timestamp) | 0;
    const isNear = ahead > 0 && ahead < WINDOW;
    const told = start + later;
    const isTold = isNear && later > ahead * samples && Math.abs(told - usual) <= LARGEST_DELAY;
    const place = {
      sequence: sequence + (isNear ? ahead : WINDOW),
      start: isTold ? told : Math.max(start + samples, usual),
    };
    this.#pause = { after: sequence, samples: 0 };
    const isNewStream = ahead > MAX_AHEAD;
    this.#speech = place.sequence;
    return this.#remember(frame, toPacket(frame, { ...place, isFirst: !isTold, isNewStream }));
  }

  /**
   * Places a packet among those since the last restart.
   *
   * @param usual where in the stream a packet that arrives now usually starts, in samples: where speech starts after a
   *   pause in which timestamps stood still
   * @returns `stray` if it is none of them; `new-stream` if it is the second in a row that is not, but continues the first
   */
  place(frame: ReceivedFrame, usual: number): Packet | 'stray' | 'new-stream' {
    const ahead = ((frame.sequence - this.#sequence) << 16) >> 16;
    const later = (frame.timestamp - this.#timestamp) | 0;
    if (!isPlausible(ahead, later)) {
      const continues = this.#stray !== null && frame.sequence === ((this.#stray + 1) & 0xffff);
      this.#stray = continues ? null : frame.sequence;
      return continues ? 'new-stream' : 'stray';
    }
    this.#stray = null;
    const sequence = this.#newest.sequence + ahead;
    const isFirst = this.#isFirst(frame, ahead, later);
    const start = this.#newest.start + later - (sequence <= this.#pause.after ? this.#pause.samples : 0);
    const place = {
      sequence,
      start: isFirst ? Math.max(start, usual) : start,
      isFirst,
      isNewStream: false,
    };
    if (isFirst) this.#pause = { after: this.#newest.sequence, samples: place.start - start };
    const packet = toPacket(frame, place);
    if (!isSilence(frame.opus)) this.#speech = Math.max(this.#speech, sequence);
    return ahead > 0 ? this.#remember(frame, packet) : packet;
  }

  /** Whether a packet was sent before the last pause. */
  isBeforePause({ sequence }: Packet): boolean {
    return sequence <= this.#pause.after;
  }

  /** Whether a packet is one of the last before the newest, or that itself. */
  isOld({ sequence }: ReceivedFrame): boolean {
    const behind = ((this.#sequence - sequence) << 16) >> 16;
    return behind >= 0 && behind < WINDOW;
  }

  /** Whether speech begins with a packet, after all frames of silence and maybe a pause that timestamps do not tell. */
  #isFirst({ opus }: ReceivedFrame, ahead: number, later: number): boolean {
    const { opus: before, samples, sequence } = this.#newest;
    const isAfterSilence = isSilence(before) && !isSilence(opus);
    return isAfterSilence && later === ahead * samples && sequence + ahead > this.#speech + SILENCE_FRAMES;
  }

  #remember(frame: ReceivedFrame, packet: Packet): Packet {
    this.#newest = packet;
    this.#sequence = frame.sequence;
    this.#timestamp = frame.timestamp;
    return packet;
  }
}

function isSilence(opus: Buffer): boolean {
  return opus.equals(OPUS_SILENCE);
}

/** @param ahead in packets @param later in samples */
function isPlausible(ahead: number, later: number): boolean {
  if (ahead === 0) return later === 0;
  const [packets, samples] = ahead > 0 ? [ahead, later] : [-ahead, -later];
  return packets <= WINDOW && samples > 0 && samples <= packets * MAX_PACKET_SAMPLES + MAX_PAUSE;
}

function toPacket({ opus }: ReceivedFrame, place: Omit<Packet, 'samples' | 'opus'>): Packet {
  const { sequence, start, isFirst, isNewStream } = place;
  // A malformed packet has a place, too: it is concealed.
  return { sequence, start, isFirst, isNewStream, samples: packetSamples(opus) ?? FRAME_SAMPLES, opus };
}
