import type { Clock } from '../../../platform/clock.js';
import type { PortAudioWay } from '../endpoints/found-endpoint.js';
import type { PortAudio } from '../load-naudiodon.js';
import { type InputStream, openInput } from '../open-input.js';
import { BLOCK_MS, SAMPLE_RATE } from '../pcm.js';
import type { Resampler } from '../processing/resampler.js';

export interface MicrophoneRequest {
  /** Converts from a device's sample rate to SAMPLE_RATE; null if that is impossible. */
  createResampler(from: number): Pick<Resampler, 'process' | 'close'> | null;
  /** the input ended without being stopped; nothing follows */
  onBroken(): void;
}

/**
 * Opens an input at 48 kHz. A device that refuses this is opened at its own rate, and what it records is converted.
 *
 * @returns null if PortAudio does not know the input or cannot open it
 */
export function openMicrophone(
  portAudio: PortAudio,
  way: PortAudioWay,
  { createResampler, onBroken }: MicrophoneRequest,
  clock: Clock,
): InputStream | null {
  const open = (sampleRate: number | null) =>
    openInput(portAudio, way, { sampleRate, blockMs: BLOCK_MS, onBroken }, clock);
  const input = open(SAMPLE_RATE) ?? open(null);
  if (input === null || input.sampleRate === SAMPLE_RATE) return input;
  const resampler = createResampler(input.sampleRate);
  if (resampler !== null) return new ResampledInput(input, resampler);
  void input.stop();
  return null;
}

/** A recording that is converted to SAMPLE_RATE. */
class ResampledInput implements InputStream {
  readonly sampleRate = SAMPLE_RATE;
  #isEnded = false;

  constructor(
    private readonly input: InputStream,
    private readonly resampler: Pick<Resampler, 'process' | 'close'>,
  ) {}

  record(onSamples: (samples: Int16Array) => void): void {
    this.input.record((samples) => {
      if (!this.#isEnded) onSamples(this.resampler.process(samples));
    });
  }

  stop(): Promise<void> {
    if (!this.#isEnded) this.resampler.close();
    this.#isEnded = true;
    return this.input.stop();
  }
}
