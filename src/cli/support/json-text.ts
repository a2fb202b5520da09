import type { Terminal } from './terminal.js';

/** Prints the texts of the help or the version as one JSON value. */
export class JsonText implements Pick<Terminal, 'write' | 'writeError'> {
  #text = '';

  constructor(private readonly terminal: Pick<Terminal, 'write' | 'writeError'>) {}

  write(text: string): void {
    this.#text += text;
  }

  writeError(text: string): void {
    this.terminal.writeError(text);
  }

  /** Has to be called once everything is written; prints nothing if nothing was. */
  end(): void {
    if (this.#text !== '') this.terminal.write(`${JSON.stringify(this.#text.trimEnd())}\n`);
  }
}
