import assert from 'node:assert/strict';
import { join } from '../../../helpers/sound/edit.js';
import { envelopeCorrelation } from '../../../helpers/sound/envelope.js';
import { silence } from '../../../helpers/sound/signals.js';

/** The correlation of envelopes from which on a sound counts as heard. */
const HEARD = 0.9;

/** Fails unless one sound is the other one, apart from some delay. */
export function assertHeard(sound: Int16Array, spoken: Int16Array): void {
  // The first packets may be lost, so that the sound begins earlier than its reference.
  const { correlation } = envelopeCorrelation(join(silence(0.5), sound), spoken);
  assert.ok(
    correlation >= HEARD,
    `the correlation is ${correlation}, of ${sound.length} samples with ${spoken.length}`,
  );
}
