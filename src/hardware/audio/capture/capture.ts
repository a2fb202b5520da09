import type { Clock } from '../../../platform/clock.js';
import type { CallListener, CallSettings } from '../call/call.js';
import { ChosenStream, type ChosenStreamOptions } from '../chosen-stream.js';
import type { OpusCodecs, OpusEncoder } from '../codec/opus-codecs.js';
import type { InputStream } from '../open-input.js';
import type { EchoReference } from '../playback/echo-reference.js';
import type { Processor } from '../processing/processor.js';
import { BlockCutter } from './block-cutter.js';
import { SpeechChain } from './speech-chain.js';
import { Transmission } from './transmission.js';

export interface CaptureOptions extends Pick<ChosenStreamOptions<InputStream>, 'list' | 'open'> {
  readonly opus: Pick<OpusCodecs, 'createEncoder'>;
  /** closed by its owner, after `stop` */
  readonly processor: Pick<Processor, 'configure' | 'process'>;
  readonly echoReference: Pick<EchoReference, 'take'>;
  readonly listener: Pick<CallListener, 'frame' | 'speaking' | 'meter' | 'silent' | 'device'>;
  readonly clock: Clock;
}

/** How much is kept while the input is in doubt: half a second. */
const HELD_BLOCKS = 50;

/** Records what the person says in a call. Nothing is recorded before `configure`, nor while they are muted. */
export class Capture {
  readonly #chain: SpeechChain;
  readonly #encoder: OpusEncoder;
  readonly #input: ChosenStream<InputStream>;
  #bitrate: number | null = null;
  #expectedLoss = 0;
  /** whether blocks are wanted: a stream may deliver some more before it ends */
  #isRecording = false;
  #isStopped = false;
  #stream: InputStream | null = null;
  /** recorded while the input was in doubt */
  #held: Int16Array[] = [];

  constructor(private readonly options: CaptureOptions) {
    const { clock, echoReference, list, listener, open, opus, processor } = options;
    this.#encoder = opus.createEncoder();
    const transmission = new Transmission(this.#encoder, listener);
    this.#chain = new SpeechChain({ processor, echoReference, transmission, listener });
    this.#input = new ChosenStream({
      list,
      open,
      use: (stream) => this.#use(stream),
      report: (deviceId) => this.#report(deviceId),
      clock,
    });
  }

  configure(settings: CallSettings): void {
    if (this.#isStopped) return;
    this.#bitrate = settings.bitrate;
    this.#configureEncoder();
    this.options.processor.configure(settings.processing);
    this.#chain.configure(settings);
    this.#record(!settings.isMuted);
    this.#input.choose(settings.input.deviceId);
    this.#input.want(!settings.isMuted);
  }

  /** The push-to-talk key is held, or was released. */
  press(isHeld: boolean): void {
    this.#held = [];
    this.#chain.press(isHeld);
  }

  /** Whether levels are reported, 50 a second while something is recorded. */
  measure(isWanted: boolean): void {
    this.#chain.measure(isWanted);
  }

  /** @param fraction the part of packets that get lost on their way, 0–1 */
  expectLoss(fraction: number): void {
    this.#expectedLoss = fraction;
    this.#configureEncoder();
  }

  /** Endpoints may have changed, or another one is the default. */
  retry(): void {
    this.#input.retry();
  }

  /** The input may be gone: what is recorded is held until the list of inputs is known. */
  doubt(): void {
    this.#input.doubt();
  }

  /** Ends what is being said, and closes the input. Nothing is reported afterwards. */
  async stop(): Promise<void> {
    if (this.#isStopped) return;
    this.#record(false);
    this.#isStopped = true;
    await this.#input.stop();
    this.#encoder.close();
  }

  #use(stream: InputStream | null): void {
    this.#stream = stream;
    this.#held = [];
    if (stream === null) {
      this.#chain.end();
      return;
    }
    const blocks = new BlockCutter((block) => {
      if (this.#isRecording && this.#stream === stream) this.#add(block);
    });
    stream.record((samples) => blocks.add(samples));
  }

  /** Processes a block, but none of what a sound service may have recorded elsewhere. */
  #add(block: Int16Array): void {
    this.#held.push(block);
    if (!this.#input.isInDoubt) for (const held of this.#held.splice(0)) this.#chain.add(held);
    else if (this.#held.length > HELD_BLOCKS) this.#held.shift();
  }

  #record(isRecording: boolean): void {
    this.#isRecording = isRecording;
    this.#held = [];
    if (!isRecording) this.#chain.end();
  }

  #report(deviceId: string | null): void {
    if (!this.#isStopped) this.options.listener.device('input', deviceId);
  }

  #configureEncoder(): void {
    if (this.#isStopped || this.#bitrate === null) return;
    this.#encoder.configure({ bitrate: this.#bitrate, expectedLoss: this.#expectedLoss });
  }
}
