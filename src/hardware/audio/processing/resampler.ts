import type { NativeResampler, SpeexDspBinding } from '../../../platform/native/speex-dsp.js';

/** Converts recorded sound, mono, from the sample rate of a device to another, e.g. SAMPLE_RATE. */
export class Resampler {
  readonly #resampler: NativeResampler;

  /** Rates in Hz, 8000–192,000. @throws {TypeError} for other rates */
  constructor(
    binding: Pick<SpeexDspBinding, 'Resampler'>,
    readonly from: number,
    readonly to: number,
  ) {
    this.#resampler = new binding.Resampler(from, to);
  }

  /** @returns what is complete; the rest follows with the next samples, of which there may be a second's at 48 kHz */
  process(samples: Int16Array): Int16Array {
    return this.#resampler.process(samples);
  }

  /** Frees the memory of the library. */
  close(): void {
    this.#resampler.close();
  }
}
