import type { Readable } from 'node:stream';
import { type Clock, hasPassed } from '../../platform/clock.js';
import { ExpectedError } from '../../protocol/expected-error.js';

/** A peer stopped sending a body before its end. */
export class StalledBodyError extends ExpectedError {
  override readonly name = 'StalledBodyError';

  constructor() {
    super('the body stopped arriving');
  }
}

/**
 * Destroys a body that receives no byte for some time, so that it does not keep its resources until the deadline of its
 * request. Time in which the reader does not read is not counted.
 *
 * @param ms milliseconds without a byte
 * @returns ends the watch
 */
export function watchBodyProgress(body: Readable, clock: Clock, ms: number): () => void {
  let last = clock.now();
  const progressed = () => {
    last = clock.now();
  };
  body.on('data', progressed);
  const cancel = clock.every(ms / 2, () => {
    if (body.isPaused()) progressed();
    else if (hasPassed(clock.now(), last, ms)) body.destroy(new StalledBodyError());
  });
  return () => {
    cancel();
    body.off('data', progressed);
  };
}
