import { createInterface } from 'node:readline/promises';
import { UserError } from '../../platform/errors.js';
import type { Terminal } from './terminal.js';

/**
 * Asks the person; anything but yes is no.
 *
 * @throws {UserError} if there is nobody to ask
 */
export async function confirm({ input, write }: Terminal, question: string): Promise<boolean> {
  if (input.isTTY !== true) throw new UserError('nobody is there to be asked', 'Say yes beforehand: --yes');
  const lines = createInterface({ input });
  try {
    write(`${question} [y/N] `);
    const { value = '' } = await lines[Symbol.asyncIterator]().next();
    return /^y(?:es)?$/i.test(value.trim());
  } finally {
    lines.close();
  }
}
