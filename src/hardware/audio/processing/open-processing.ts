import { missingModuleHint } from '../../../platform/native/binding.js';
import { loadSpeexDsp } from '../../../platform/native/speex-dsp.js';
import type { Processor } from './processor.js';
import { Resampler } from './resampler.js';
import { SpeechProcessor } from './speech-processor.js';

/** How recorded sound can be processed on this system (docs/voice.md, Sound). */
export interface Processing {
  /** why sound stays unprocessed, and how to change that; null if it is processed */
  readonly missing: { readonly reason: string; readonly hint: string } | null;
  /** A processor with everything switched off. */
  createProcessor(): Processor;
  /** Converts sound of a device between sample rates in Hz; null where that is impossible. */
  createResampler(from: number, to: number): Resampler | null;
}

/** Opens libspeexdsp. Where it is missing, processors return sound as it is. */
export function openProcessing(): Processing {
  const loaded = loadSpeexDsp();
  if (loaded.binding === null) return unprocessed(loaded.reason, missingModuleHint());
  const { binding } = loaded;
  const { state, detail } = binding.probe();
  if (state !== 'usable') return unprocessed(detail, 'install libspeexdsp; Debian: apt install libspeexdsp1');
  return {
    missing: null,
    createProcessor: () => new SpeechProcessor(binding),
    createResampler: (from, to) => new Resampler(binding, from, to),
  };
}

function unprocessed(reason: string, hint: string): Processing {
  return {
    missing: { reason, hint },
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
