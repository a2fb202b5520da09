import type { Readable } from 'node:stream';
import type { Clock } from '../platform/clock.js';

/** A peer stopped sending a body before its end. */
export class StalledBodyError extends Error {
  override readonly name = 'StalledBodyError';

  constructor() {
    super('the body stopped arriving');
  }
}

/**
 * Destroys a body of which no byte arrives for a time, so that it holds nothing until the deadline of its request. Time
 * in which the reader itself does not read does not count.
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
    else if (clock.now() - last >= ms) body.destroy(new StalledBodyError());
  });
  return () => {
    cancel();
    body.off('data', progressed);
  };
}
