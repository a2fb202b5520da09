import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { UsageError, UserError } from '../../platform/errors.js';
import { readInput } from './read-input.js';
import type { Terminal } from './terminal.js';

/** The longest secret, in characters; longer input is something else. */
const MAX_LENGTH = 4_096;

/**
 * Reads a secret: from a prompt without echo on a terminal, else all of standard input. Never an argument, which every
 * user of the machine can read.
 *
 * @param name of the secret in the prompt, e.g. `Token`
 * @throws {UsageError} if there is none
 */
export async function readSecret(terminal: Terminal, name: string): Promise<string> {
  const text =
    terminal.input.isTTY === true
      ? await promptHidden(terminal, name)
      : await readInput(terminal, MAX_LENGTH);
  const secret = text.trim();
  if (secret === '') throw new UsageError(`${name.toLowerCase()} expected on standard input`);
  return secret;
}

/** The prompt goes to standard error, because with --json standard output contains only the result. */
function promptHidden({ input, writeError }: Terminal, name: string): Promise<string> {
  return new Promise((resolve, reject) => {
    // Input is not echoed: the terminal is in raw mode, and this output discards everything.
    const output = new Writable({ write: (_chunk, _encoding, done) => done() });
    const lines = createInterface({ input, output, terminal: true, historySize: 0 });
    let answer: string | null = null;
    writeError(`${name}: `);
    lines.once('line', (line) => {
      answer = line;
      lines.close();
    });
    lines.once('SIGINT', () => lines.close());
    lines.once('close', () => {
      writeError('\n');
      if (answer === null) reject(new UserError('canceled'));
      else resolve(answer);
    });
  });
}
