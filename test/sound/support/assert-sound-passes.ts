import assert from 'node:assert/strict';
import { ATTEMPTS } from '../../helpers/attempts.js';
import { type Correlation, envelopeCorrelation } from '../../helpers/sound/envelope.js';
import { speech } from '../../helpers/sound/speech.js';
import { transmit } from './transmit.js';
import type { VoicePerson } from './voice-person.js';

/** A short sentence for tests that only check that sound passes. */
const CALL = 'Can you hear me now, or shall I say it once more?';

export interface PassOptions {
  readonly text?: string;
  /** the least correlation of the envelopes */
  readonly atLeast?: number;
  /** how alike the envelopes are, by default with one lag */
  readonly compare?: (sound: Int16Array, reference: Int16Array, maxLag: number) => Correlation;
  /** the sink that plays it */
  readonly speaker?: string;
}

/** Speaks a sentence into one person's microphone and checks that both sides of the other's speaker play it, in one of three attempts. */
export async function assertSoundPasses(
  from: VoicePerson,
  to: VoicePerson,
  { text = CALL, atLeast = 0.9, compare = envelopeCorrelation, speaker }: PassOptions = {},
): Promise<void> {
  const spoken = speech(text);
  const attempts: string[] = [];
  while (attempts.length < ATTEMPTS) {
    const { left, right } = await transmit(from, to, spoken, speaker && `${speaker}.monitor`);
    const sides = [left, right].map((side) => compare(side, spoken, 0.9));
    if (sides.every(({ correlation }) => correlation >= atLeast)) return;
    attempts.push(sides.map(({ correlation, lag }) => `${correlation.toFixed(3)} at ${lag} s`).join(' and '));
  }
  assert.fail(`correlation ${attempts.join(', ')}, not ${atLeast}`);
}
