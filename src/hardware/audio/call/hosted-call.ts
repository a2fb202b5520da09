import type { Clock } from '../../../platform/clock.js';
import { Capture, type CaptureOptions } from '../capture/capture.js';
import { openOpus } from '../codec/open-opus.js';
import { Playback, type PlaybackOptions } from '../playback/playback.js';
import { openProcessing } from '../processing/open-processing.js';
import type { Processor } from '../processing/processor.js';
import type { CallListener, CallSettings, ReceivedFrame } from './call.js';

/** How often the loss of packets is looked at, in milliseconds. */
const LOSS_INTERVAL_MS = 2000;

export interface HostedCallOptions {
  readonly input: Pick<CaptureOptions, 'list' | 'open'>;
  readonly output: Pick<PlaybackOptions, 'list' | 'open'>;
  readonly listener: CallListener;
  readonly clock: Clock;
}

/** The parts of a call that run. */
interface Running {
  readonly capture: Capture;
  readonly playback: Playback;
  readonly processor: Processor;
  readonly cancelLoss: () => void;
}

/** The end of a call in the driver's process: records, plays, and connects both for echo cancellation. */
export class HostedCall {
  #settings: CallSettings | null = null;
  #running: Running | null = null;
  #isPressed = false;
  #isMeasured = false;
  /** starts, changes and stops run one after the other */
  #turn: Promise<void> = Promise.resolve();

  constructor(private readonly options: HostedCallOptions) {}

  /** Starts the call or changes its settings; null ends it. */
  configure(settings: CallSettings | null): void {
    this.#settings = settings;
    this.#turn = this.#turn.then(() => this.#apply());
  }

  press(isHeld: boolean): void {
    this.#isPressed = isHeld;
    this.#running?.capture.press(isHeld);
  }

  measure(isWanted: boolean): void {
    this.#isMeasured = isWanted;
    this.#running?.capture.measure(isWanted);
  }

  play(frame: ReceivedFrame): void {
    this.#running?.playback.play(frame);
  }

  forget(userId: string): void {
    this.#running?.playback.forget(userId);
  }

  /** Endpoints may have changed, or another one is the default. */
  retry(): void {
    this.#running?.capture.retry();
    this.#running?.playback.retry();
  }

  /** The input may be gone, and what it records may be from elsewhere. */
  doubtInput(): void {
    this.#running?.capture.doubt();
  }

  /** Applies the latest settings, which may have changed again since they arrived. */
  async #apply(): Promise<void> {
    if (this.#settings === null) {
      await this.#stop();
      return;
    }
    this.#running ??= await this.#start();
    if (this.#settings === null) return;
    this.#running.playback.configure(this.#settings);
    this.#running.capture.configure(this.#settings);
  }

  async #start(): Promise<Running> {
    const { clock, input, listener, output } = this.options;
    const opus = await openOpus();
    const processor = openProcessing().createProcessor();
    const playback = new Playback({ ...output, opus, listener, clock });
    const { echoReference } = playback;
    const capture = new Capture({ ...input, opus, processor, echoReference, listener, clock });
    const cancelLoss = clock.every(LOSS_INTERVAL_MS, () => capture.expectLoss(playback.loss));
    capture.press(this.#isPressed);
    capture.measure(this.#isMeasured);
    return { capture, playback, processor, cancelLoss };
  }

  async #stop(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    if (running === null) return;
    running.cancelLoss();
    await Promise.all([running.capture.stop(), running.playback.stop()]);
    running.processor.close();
  }
}
