import type { Clock } from '../../../platform/clock.js';
import type { CallListener, CallSettings, ReceivedFrame } from '../call/call.js';
import { ChosenStream, type ChosenStreamOptions } from '../chosen-stream.js';
import type { OpusCodecs } from '../codec/opus-codecs.js';
import type { OutputStream } from '../open-output.js';
import { BLOCK_MS } from '../pcm.js';
import { EchoReference } from './echo-reference.js';
import { LossMeter } from './loss-meter.js';
import { Mixer } from './mixer.js';
import { Speakers } from './speakers.js';

/** The output is closed after nobody spoke for this long, in milliseconds. Opening it takes less than the first frame is buffered. */
const IDLE_MS = 10_000;

export interface PlaybackOptions extends Pick<ChosenStreamOptions<OutputStream>, 'list' | 'open'> {
  readonly opus: Pick<OpusCodecs, 'createDecoder'>;
  readonly listener: Pick<CallListener, 'device'>;
  readonly clock: Clock;
}

/** Plays what is received in a call (docs/voice.md, Playback). */
export class Playback {
  /** what is played, for the echo canceller */
  readonly echoReference = new EchoReference();
  readonly #output: ChosenStream<OutputStream>;
  readonly #speakers: Speakers;
  readonly #mixer = new Mixer();
  readonly #loss: LossMeter;
  readonly #clock: Clock;
  #used: OutputStream | null = null;
  #volume = 100;
  /** until the first settings arrive */
  #isDeafened = true;
  #silentMs = 0;

  constructor({ list, open, opus, listener, clock }: PlaybackOptions) {
    this.#clock = clock;
    this.#loss = new LossMeter(clock);
    this.#speakers = new Speakers(opus, (isLost) => this.#loss.count(isLost));
    this.#output = new ChosenStream({
      list,
      open,
      clock,
      use: (stream) => this.#use(stream),
      report: (deviceId) => listener.device('output', deviceId),
    });
  }

  /** The fraction of received packets that were lost or late, over some seconds: 0–1. */
  get loss(): number {
    return this.#loss.fraction;
  }

  configure({ output, isDeafened, users }: CallSettings): void {
    this.#volume = output.volume;
    this.#speakers.configure(users);
    this.#output.choose(output.deviceId);
    if (isDeafened === this.#isDeafened) return;
    this.#isDeafened = isDeafened;
    if (isDeafened) this.#speakers.clear();
    // It is opened before anybody speaks, so that a device that is missing is noticed.
    this.#silentMs = 0;
    this.#output.want(!isDeafened);
  }

  /** A packet arrived. */
  play(frame: ReceivedFrame): void {
    if (this.#isDeafened || !this.#speakers.push(frame, this.#clock.now())) return;
    this.#silentMs = 0;
    this.#output.want(true);
  }

  /** A user left the channel. */
  forget(userId: string): void {
    this.#speakers.forget(userId);
  }

  /** Endpoints were plugged in or unplugged, or another one is the default. */
  retry(): void {
    this.#output.retry();
  }

  async stop(): Promise<void> {
    this.#isDeafened = true;
    this.#speakers.clear();
    await this.#output.stop();
  }

  #use(stream: OutputStream | null): void {
    this.#used = stream;
    this.echoReference.clear();
    stream?.play(() => this.#nextBlock(stream));
  }

  /** Mixes 10 ms. */
  #nextBlock(stream: OutputStream): Int16Array {
    const isUsed = stream === this.#used;
    const isAnyActive = isUsed && this.#speakers.mixInto(this.#mixer, this.#clock.now());
    const block = this.#mixer.finish(this.#volume);
    if (isUsed) this.#countSilence(isAnyActive, block);
    return block;
  }

  #countSilence(isAnyActive: boolean, block: Int16Array): void {
    this.echoReference.push(block);
    this.#silentMs = isAnyActive ? 0 : this.#silentMs + BLOCK_MS;
    if (this.#silentMs >= IDLE_MS) this.#output.want(false);
  }
}
