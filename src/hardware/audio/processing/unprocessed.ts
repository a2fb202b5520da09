import type { Processor } from './processor.js';

/** Returns recorded sound as it is, where no library can process it. */
export class Unprocessed implements Processor {
  configure(): void {}

  process(recorded: Int16Array): Int16Array {
    return recorded;
  }

  close(): void {}
}
