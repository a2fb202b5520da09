import { createInterface } from 'node:readline/promises';
import { UserError } from '../../platform/errors.js';
import type { Terminal } from './terminal.js';

/**
 * Asks the person; every answer but yes means no.
 *
 * @throws {UserError} if standard input is not a terminal
 */
export async function confirm({ input, write }: Terminal, question: string): Promise<boolean> {
  if (input.isTTY !== true)
    throw new UserError(
      'confirmation is needed, but standard input is not a terminal',
      'Confirm with --yes.',
    );
  const lines = createInterface({ input });
  try {
    write(`${question} [y/N] `);
    const { value = '' } = await lines[Symbol.asyncIterator]().next();
    return /^y(?:es)?$/i.test(value.trim());
  } finally {
    lines.close();
  }
}
