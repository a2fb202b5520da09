import { writePrivateFile } from './private-file.js';

/** Replaces one private file again and again, in the order of the calls: the newest text is the one that stays. */
export class PrivateFileWriter {
  #last: Promise<void> = Promise.resolve();

  constructor(private readonly path: string) {}

  /** @throws if the file cannot be written, e.g. on a full disk; the next write is tried all the same */
  write(text: string): Promise<void> {
    const write = () => writePrivateFile(this.path, text);
    this.#last = this.#last.then(write, write);
    return this.#last;
  }
}
