import type {
  NativePreprocessor,
  PreprocessorSettings,
  SpeexDspBinding,
} from '../../../platform/native/speex-dsp.js';
import { EchoStage } from './echo-stage.js';
import { EchoWatch } from './echo-watch.js';
import type { ProcessingSettings, Processor } from './processor.js';

/** Measured with white noise and speech at 10 dB: 15 dB leave audible noise, 40 dB are no better than 30. */
const NOISE_SUPPRESSION = 30;

/** What a canceller leaves of an echo is attenuated less while the person speaks, because it also attenuates them. */
const ECHO_SUPPRESSION = { echoSuppression: 40, echoSuppressionWhileSpeaking: 15 } as const;

/** Brings speech to about -27 dB of full scale, with 8 dB left for its peaks. */
const SPEECH_LEVEL = 12_000;

/** Enough for speech at -57 dB of full scale. */
const MAX_GAIN = 30;

/** In dB a second: with 12, quiet speech has its level within two words or three. */
const GAIN_RISE = 12;

/**
 * Echo cancellation, noise suppression and gain control by libspeexdsp (docs/adr/0029). The last two and the
 * suppression of residual echo are one filter of the library, which sound passes also while all are switched off: it
 * is always 10 ms late, so that nothing jumps when they are switched.
 */
export class SpeechProcessor implements Processor {
  readonly #echo: EchoStage;
  readonly #echoWatch = new EchoWatch();
  readonly #preprocessor: NativePreprocessor;
  #settings: ProcessingSettings = {
    echoCancellation: false,
    noiseSuppression: false,
    automaticGainControl: false,
  };
  /** while true the gain does not rise: it would bring what is left of an echo to the level of speech */
  #isGainHeld = false;

  constructor(binding: SpeexDspBinding) {
    this.#echo = new EchoStage(binding);
    this.#preprocessor = new binding.Preprocessor();
    this.configure(this.#settings);
  }

  configure(settings: ProcessingSettings): void {
    this.#settings = settings;
    this.#echo.switch(settings.echoCancellation);
    this.#configurePreprocessor();
  }

  process(recorded: Int16Array, played: Int16Array | null): Int16Array {
    const sound = this.#echo.process(recorded, played);
    const isEcho = this.#echoWatch.observe(recorded, sound);
    if (isEcho !== this.#isGainHeld) {
      this.#isGainHeld = isEcho;
      this.#configurePreprocessor();
    }
    return this.#preprocessor.process(sound);
  }

  close(): void {
    this.#preprocessor.close();
    this.#echo.close();
  }

  #configurePreprocessor(): void {
    const { noiseSuppression, automaticGainControl } = this.#settings;
    const settings: PreprocessorSettings = {
      noiseSuppression: noiseSuppression ? NOISE_SUPPRESSION : 0,
      ...ECHO_SUPPRESSION,
      speechLevel: automaticGainControl ? SPEECH_LEVEL : 0,
      maxGain: MAX_GAIN,
      gainRise: this.#isGainHeld ? 0 : GAIN_RISE,
    };
    this.#preprocessor.configure(settings, this.#echo.canceller);
  }
}
