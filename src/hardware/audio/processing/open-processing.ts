import { loadSpeexDsp } from '../../../platform/native/speex-dsp.js';
import type { Processor } from './processor.js';
import { Resampler } from './resampler.js';
import { SpeechProcessor } from './speech-processor.js';

/** How recorded sound can be processed on this system (docs/voice.md, Sound). */
export interface Processing {
  /** why sound stays unprocessed; null if it is processed */
  readonly missing: string | null;
  /** A processor with everything switched off. */
  createProcessor(): Processor;
  /** Converts sound of a device between sample rates in Hz; null where that is impossible. */
  createResampler(from: number, to: number): Resampler | null;
}

/** Opens libspeexdsp. Where it is missing, processors return sound as it is. */
export function openProcessing(): Processing {
  const loaded = loadSpeexDsp();
  if (loaded.binding === null) return unprocessed(loaded.reason);
  const { binding } = loaded;
  const { state, detail } = binding.probe();
  if (state !== 'usable') return unprocessed(detail);
  return {
    missing: null,
    createProcessor: () => new SpeechProcessor(binding),
    createResampler: (from, to) => new Resampler(binding, from, to),
  };
}

function unprocessed(missing: string): Processing {
  return {
    missing,
    createProcessor: () => new Unprocessed(),
    createResampler: () => null,
  };
}

/** Returns recorded sound as it is, where no library can process it. */
class Unprocessed implements Processor {
  configure(): void {}

  process(recorded: Int16Array): Int16Array {
    return recorded;
  }

  close(): void {}
}
