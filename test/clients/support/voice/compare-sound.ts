import assert from 'node:assert/strict';
import { ATTEMPTS } from '../../../helpers/attempts.js';
import { join } from '../../../helpers/sound/edit.js';
import { envelopeCorrelation } from '../../../helpers/sound/envelope.js';
import { silence } from '../../../helpers/sound/signals.js';

/** The correlation of envelopes from which on a sound counts as heard. */
const HEARD = 0.9;

/** Fails unless one sound is the other one, apart from some delay. */
export function assertHeard(sound: Int16Array, spoken: Int16Array): void {
  const correlation = correlationOf(sound, spoken);
  assert.ok(
    correlation >= HEARD,
    `the correlation is ${correlation}, of ${sound.length} samples with ${spoken.length}`,
  );
}

/** The same for sound that is transmitted in real time, in one of three attempts. */
export async function assertHears(spoken: Int16Array, hear: () => Promise<Int16Array>): Promise<void> {
  const attempts: number[] = [];
  while (attempts.length < ATTEMPTS) {
    const correlation = correlationOf(await hear(), spoken);
    if (correlation >= HEARD) return;
    attempts.push(correlation);
  }
  assert.fail(`the correlations are ${attempts.join(', ')}`);
}

function correlationOf(sound: Int16Array, spoken: Int16Array): number {
  // The first packets may be lost, so that the sound begins earlier than its reference.
  return envelopeCorrelation(join(silence(0.5), sound), spoken).correlation;
}
