import assert from 'node:assert/strict';
import { openProcessing } from '#guildhall/hardware/audio/processing/open-processing.js';
import type { ProcessingSettings, Processor } from '#guildhall/hardware/audio/processing/processor.js';
import { blocksOf, join } from '../../../helpers/sound/edit.js';

/** What the tests of processing need, for `realTest`. */
export const SPEEX_LIBRARY = 'libspeexdsp.so.1';

/** The samples of a block. */
export const BLOCK = 480;

export const OFF: ProcessingSettings = {
  echoCancellation: false,
  noiseSuppression: false,
  automaticGainControl: false,
};

export function createProcessor(settings: ProcessingSettings = OFF): Processor {
  const processing = openProcessing();
  assert.equal(processing.missing, null);
  const processor = processing.createProcessor();
  processor.configure(settings);
  return processor;
}

/**
 * What a processor makes of a sound. Its delay of a block is taken out: the result is aligned with what was recorded.
 *
 * @param played what was played at the same time
 */
export function processAll(
  processor: Processor,
  recorded: Int16Array,
  played: Int16Array | null = null,
): Int16Array {
  const heard = played === null ? [] : blocksOf(played, BLOCK);
  const blocks = blocksOf(recorded, BLOCK).map((block, at) => processor.process(block, heard[at] ?? null));
  const rest = processor.process(new Int16Array(BLOCK), null);
  return join(...blocks.slice(1), rest);
}
