import { say } from './run.mjs';

/** How often the line is written again, in milliseconds. */
const FRAME = 1000;
/** Moves to the start of the line and erases it. */
const ERASE = '\r\x1b[K';

/** Says what runs: on a terminal by one line that is written again each second, elsewhere by a line now and then. */
export class ProgressLine {
  #timer;
  #output;

  /**
   * @param {object} options
   * @param {() => string} options.describe
   * @param {number} options.interval how often it is said where there is no terminal, in milliseconds
   * @param {NodeJS.WriteStream} [options.output]
   */
  constructor({ describe, interval, output = process.stdout }) {
    this.#output = output;
    this.#timer = output.isTTY
      ? setInterval(() => output.write(`${ERASE}guildhall: ${describe().slice(0, this.#width())}`), FRAME)
      : setInterval(() => say(describe()), interval);
  }

  /** Removes the line, so that another one can be written in its place. */
  clear() {
    if (this.#output.isTTY) this.#output.write(ERASE);
  }

  end() {
    clearInterval(this.#timer);
    this.clear();
  }

  /** A line that is wrapped could not be erased. */
  #width() {
    return Math.max(0, (this.#output.columns || 80) - 'guildhall: '.length - 1);
  }
}
