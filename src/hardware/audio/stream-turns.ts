import { waitAtMost } from '../../platform/async/promises.js';
import type { Clock } from '../../platform/clock.js';

/** How long others wait for a task, in milliseconds: a stream of a device that delivers nothing needs 20 seconds to end. */
const TURN_MS = 1000;

/**
 * Runs what uses PortAudio one after the other. naudiodon ends streams in threads of its own, and the process crashes if
 * another stream is opened or ended meanwhile.
 */
export class StreamTurns {
  #last: Promise<void> = Promise.resolve();

  constructor(private readonly clock: Clock) {}

  /** Runs a task after those before it. What takes longer than a second is not waited for. */
  run<Result>(task: () => Result | Promise<Result>): Promise<Result> {
    const result = this.#last.then(task);
    const ended = result.then(
      () => {},
      () => {},
    );
    this.#last = this.#last.then(() => waitAtMost(this.clock, TURN_MS, ended));
    return result;
  }
}
