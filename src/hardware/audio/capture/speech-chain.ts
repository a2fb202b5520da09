import type { CallListener, CallMode, CallSettings } from '../call/call.js';
import { levelOf } from '../level.js';
import { BLOCK_SAMPLES } from '../pcm.js';
import type { EchoReference } from '../playback/echo-reference.js';
import type { Processor } from '../processing/processor.js';
import { PushToTalk } from './push-to-talk.js';
import { SilenceWatch } from './silence-watch.js';
import { SpeechLevels } from './speech-levels.js';
import type { Transmission } from './transmission.js';
import type { Trigger } from './trigger.js';
import { VoiceActivity } from './voice-activity.js';

/** A level is reported for so many blocks: every 20 ms. */
const METERED_BLOCKS = 2;

export interface SpeechChainOptions {
  readonly processor: Pick<Processor, 'process'>;
  readonly echoReference: Pick<EchoReference, 'take'>;
  readonly transmission: Transmission;
  readonly listener: Pick<CallListener, 'meter' | 'silent'>;
}

/** What is done with each recorded block: processing, input volume, the decision whether it is sent, and sending. */
export class SpeechChain {
  readonly #levels = new SpeechLevels();
  readonly #voiceActivity = new VoiceActivity();
  readonly #pushToTalk = new PushToTalk();
  readonly #silence: SilenceWatch;
  readonly #amplified = new Int16Array(BLOCK_SAMPLES);
  #trigger: Trigger = this.#pushToTalk;
  #factor = 1;
  #isMeasured = false;
  #meteredBlocks = 0;
  #meteredLevel = 0;

  constructor(private readonly options: SpeechChainOptions) {
    this.#silence = new SilenceWatch((isSilent) => options.listener.silent(isSilent));
  }

  configure({ input, mode }: Pick<CallSettings, 'input' | 'mode'>): void {
    this.#factor = input.volume / 100;
    const trigger = this.#configureTrigger(mode);
    if (trigger !== this.#trigger) trigger.reset();
    this.#trigger = trigger;
  }

  /** The push-to-talk key is held, or was released. */
  press(isHeld: boolean): void {
    this.#pushToTalk.press(isHeld);
  }

  /** Whether the level is reported. */
  measure(isWanted: boolean): void {
    this.#isMeasured = isWanted;
  }

  /** Takes in the next block, BLOCK_SAMPLES samples, mono. */
  add(recorded: Int16Array): void {
    const { echoReference, processor, transmission } = this.options;
    this.#silence.add(levelOf(recorded));
    const block = amplify(processor.process(recorded, echoReference.take()), this.#factor, this.#amplified);
    const levels = this.#levels.measure(recorded, block, this.#factor);
    transmission.add(block, this.#trigger.next(levels), this.#trigger.preRollBlocks);
    if (this.#isMeasured) this.#report(Math.min(levels.processed, levels.recorded));
  }

  /** Recording has ended for now. */
  end(): void {
    this.options.transmission.end();
    this.#trigger.reset();
    this.#silence.reset();
  }

  #configureTrigger(mode: CallMode): Trigger {
    if (mode.type === 'PUSH_TO_TALK') {
      this.#pushToTalk.configure(mode.releaseMs);
      return this.#pushToTalk;
    }
    this.#voiceActivity.configure(mode.threshold);
    return this.#voiceActivity;
  }

  /** Reports the loudest of some blocks. */
  #report(level: number): void {
    this.#meteredLevel = this.#meteredBlocks === 0 ? level : Math.max(level, this.#meteredLevel);
    this.#meteredBlocks = (this.#meteredBlocks + 1) % METERED_BLOCKS;
    if (this.#meteredBlocks > 0) return;
    const { listener, transmission } = this.options;
    listener.meter({
      level: this.#meteredLevel,
      threshold: this.#trigger.threshold,
      isOpen: transmission.isSpeaking,
    });
  }
}

const HIGHEST = 32_767;
const LOWEST = -32_768;

/**
 * Samples times a factor; what would be louder than full scale is clipped.
 *
 * @param into is overwritten and returned, unless the factor is 1
 */
function amplify(samples: Int16Array, factor: number, into: Int16Array): Int16Array {
  if (factor === 1) return samples;
  for (let at = 0; at < into.length; at += 1) {
    const amplified = Math.round((samples[at] ?? 0) * factor);
    into[at] = Math.max(LOWEST, Math.min(HIGHEST, amplified));
  }
  return into;
}
