import { TokenBucket } from '../../platform/async/token-bucket.js';
import type { Clock } from '../../platform/clock.js';
import { VOICE_LIMITS } from './limits.js';

const { PACKET_BURST_SECONDS: BURST_SECONDS } = VOICE_LIMITS;
/** Half of what may be sent to a client at once is kept for ordinary speech. */
const KEPT_FOR_SPEECH = (VOICE_LIMITS.BYTES_TO_CLIENT_PER_SECOND * BURST_SECONDS) / 2;

/** What the packets of one client may cost: those with its source, their copies, and those that are sent to it. */
export class PacketLimits {
  readonly #packets: TokenBucket;
  readonly #bytes: TokenBucket;
  /** others know the source, too, and must not use up what the client may send */
  readonly #packetsFromElsewhere: TokenBucket;
  readonly #copies: TokenBucket;
  readonly #speech: TokenBucket;
  readonly #bytesToClient: TokenBucket;
  readonly #echoes: TokenBucket;

  constructor(clock: Clock) {
    const create = (perSecond: number) =>
      new TokenBucket(perSecond, perSecond * BURST_SECONDS, () => clock.now());
    this.#packets = create(VOICE_LIMITS.PACKETS_PER_SECOND);
    this.#bytes = create(VOICE_LIMITS.BYTES_PER_SECOND);
    this.#packetsFromElsewhere = create(VOICE_LIMITS.PACKETS_PER_SECOND);
    this.#copies = create(VOICE_LIMITS.COPIES_PER_SECOND);
    this.#speech = create(VOICE_LIMITS.SPEECH_BYTES_PER_SECOND);
    this.#bytesToClient = create(VOICE_LIMITS.BYTES_TO_CLIENT_PER_SECOND);
    this.#echoes = create(VOICE_LIMITS.ECHOES_PER_SECOND);
  }

  /** A packet with the source of the client arrived. @param isFromClient whether it came from its address */
  takeReceived(bytes: number, isFromClient: boolean): boolean {
    if (!isFromClient) return this.#packetsFromElsewhere.take();
    return this.#packets.take() && this.#bytes.spend(bytes);
  }

  /** A packet of the client is encrypted for as many others. */
  takeCopies(count: number): boolean {
    return this.#copies.spend(count);
  }

  /** A packet of the client is passed on. @returns whether the client sends no more than ordinary speech */
  takeSpeech(bytes: number): boolean {
    return this.#speech.spend(bytes);
  }

  /** A packet is encrypted for the client. @param isSpeech as of `takeSpeech` of its sender */
  takeSent(bytes: number, isSpeech: boolean): boolean {
    return this.#bytesToClient.spend(bytes, false, isSpeech ? 0 : KEPT_FOR_SPEECH);
  }

  /** A keepalive of the client is echoed. */
  takeEcho(): boolean {
    return this.#echoes.take();
  }
}
