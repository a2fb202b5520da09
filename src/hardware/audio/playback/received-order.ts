import type { ReceivedFrame } from '../call/call.js';
import { FRAME_SAMPLES, SAMPLE_RATE } from '../pcm.js';
import type { Packet } from './packet-queue.js';
import { MAX_PACKET_SAMPLES, packetSamples } from './packet-samples.js';

/** How many packets one may be ahead of, or behind, those before it. */
const WINDOW = 64;
/** How much longer than its packets a pause between two of them may be, in samples. */
const LONGEST_PAUSE = 2 * SAMPLE_RATE;
/** After a pause a packet that is more than this ahead, some minutes, or behind, is one of a sender that began anew. */
const MAX_AHEAD = 8192;

/** Continues sequences and timestamps beyond their 16 and 32 bits, and notices when a sender begins anew. */
export class ReceivedOrder {
  #newest: Packet = { sequence: 0, start: 0, samples: 0, opus: Buffer.alloc(0), isNewStream: true };
  /** the 16 and 32 bits of the newest */
  #sequence = 0;
  #timestamp = 0;
  /** the sequence of the last packet that continues nothing */
  #stray: number | null = null;

  /** The packet begins anew, after all that came before. */
  restart(frame: ReceivedFrame): Packet {
    const { sequence, start, samples } = this.#newest;
    const ahead = (frame.sequence - this.#sequence) & 0xffff;
    const place = { sequence: sequence + WINDOW, start: start + samples };
    return this.#remember(frame, toPacket(frame, { ...place, isNewStream: ahead > MAX_AHEAD }));
  }

  /**
   * Places a packet among those since the last restart.
   *
   * @returns `stray` if it is none of them; `new-stream` if it is the second in a row that is not, but continues the first
   */
  place(frame: ReceivedFrame): Packet | 'stray' | 'new-stream' {
    const ahead = ((frame.sequence - this.#sequence) << 16) >> 16;
    const later = (frame.timestamp - this.#timestamp) | 0;
    if (!isPlausible(ahead, later)) {
      const continues = this.#stray !== null && frame.sequence === ((this.#stray + 1) & 0xffff);
      this.#stray = continues ? null : frame.sequence;
      return continues ? 'new-stream' : 'stray';
    }
    this.#stray = null;
    const { sequence, start } = this.#newest;
    const place = { sequence: sequence + ahead, start: start + later, isNewStream: false };
    const packet = toPacket(frame, place);
    return ahead > 0 ? this.#remember(frame, packet) : packet;
  }

  /** Whether a packet is one of the last before the newest, or that itself. */
  isOld({ sequence }: ReceivedFrame): boolean {
    const behind = ((this.#sequence - sequence) << 16) >> 16;
    return behind >= 0 && behind < WINDOW;
  }

  #remember(frame: ReceivedFrame, packet: Packet): Packet {
    this.#newest = packet;
    this.#sequence = frame.sequence;
    this.#timestamp = frame.timestamp;
    return packet;
  }
}

/** @param ahead in packets @param later in samples */
function isPlausible(ahead: number, later: number): boolean {
  if (ahead === 0) return later === 0;
  const [packets, samples] = ahead > 0 ? [ahead, later] : [-ahead, -later];
  return packets <= WINDOW && samples > 0 && samples <= packets * MAX_PACKET_SAMPLES + LONGEST_PAUSE;
}

function toPacket({ opus }: ReceivedFrame, place: Omit<Packet, 'samples' | 'opus'>): Packet {
  const { sequence, start, isNewStream } = place;
  // A malformed packet has a place, too: it is concealed.
  return { sequence, start, isNewStream, samples: packetSamples(opus) ?? FRAME_SAMPLES, opus };
}
