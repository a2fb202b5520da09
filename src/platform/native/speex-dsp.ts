import { bindingLoader } from './binding.js';
import type { LibraryProbe } from './library-probe.js';

/** Removes from recorded sound what was played (native/speex-dsp/echo_canceller.h). */
export interface NativeEchoCanceller {
  /** Blocks of 480 samples, mono at 48 kHz. */
  cancel(recorded: Int16Array, played: Int16Array): Int16Array;
  /** Every later call throws a TypeError. Preprocessors that know it may still be used. */
  close(): void;
}

/** What a preprocessor does (native/speex-dsp/preprocessor.h). */
export interface PreprocessorSettings {
  /** by how much noise is attenuated at most, in dB, 0–100; 0: not at all */
  readonly noiseSuppression: number;
  /** by how much is attenuated what a canceller leaves, in dB, 0–100 */
  readonly echoSuppression: number;
  /** the same while the person speaks */
  readonly echoSuppressionWhileSpeaking: number;
  /** the level that speech is brought to, in the library's measure of loudness, 1–32768; 0: it keeps its level */
  readonly speechLevel: number;
  /** the highest amplification, in dB, 0–100 */
  readonly maxGain: number;
  /** how fast the amplification may rise, in dB a second, 0–100; 0: it only falls */
  readonly gainRise: number;
}

/** Suppresses noise and residual echo, and brings speech to one level. */
export interface NativePreprocessor {
  /** @param canceller what the sound passes before, or null */
  configure(settings: PreprocessorSettings, canceller: NativeEchoCanceller | null): void;
  /** A block of 480 samples, mono at 48 kHz. The result is 10 ms late. */
  process(samples: Int16Array): Int16Array;
  /** Every later call throws a TypeError. */
  close(): void;
}

/** Converts mono sound from one sample rate to another (native/speex-dsp/resampler.h). */
export interface NativeResampler {
  /** Up to 48,000 samples. @returns what is complete */
  process(samples: Int16Array): Int16Array;
  /** Every later call throws a TypeError. */
  close(): void;
}

/** libspeexdsp, which is opened when it is first used (native/binding/speex_dsp.cc). */
export interface SpeexDspBinding {
  probe(): LibraryProbe;
  /** The constructors throw an Error if libspeexdsp cannot be used. @param tailSamples 480–48,000 */
  readonly EchoCanceller: new (
    tailSamples: number,
  ) => NativeEchoCanceller;
  readonly Preprocessor: new () => NativePreprocessor;
  /** Rates in Hz, 8000–192,000. */
  readonly Resampler: new (
    from: number,
    to: number,
  ) => NativeResampler;
}

export const loadSpeexDsp = bindingLoader<SpeexDspBinding>('speexDsp', [
  'probe',
  'EchoCanceller',
  'Preprocessor',
  'Resampler',
]);
