import { createInterface } from 'node:readline/promises';
import { UserError } from '../../platform/errors.js';
import { toIsolatedText } from '../../platform/text/visible-text.js';
import type { Invocation } from './invocation.js';
import type { Terminal } from './terminal.js';

/** The option of commands that cannot be undone. */
export const YES_OPTION = ['--yes', 'do not ask'] as const;

/**
 * Whether the person wants what cannot be undone.
 *
 * @throws {UserError} if they cannot be asked
 */
export async function confirmed(
  invocation: Invocation,
  { yes }: { readonly yes?: true },
  question: string,
): Promise<boolean> {
  if (yes === true) return true;
  const { json, terminal } = invocation;
  const shown = toIsolatedText(question);
  if (json || terminal.input.isTTY !== true)
    throw new UserError(`confirmation is needed: ${shown}`, 'Confirm with --yes.');
  if (await confirm(terminal, shown)) return true;
  invocation.note('nothing was changed');
  invocation.exitCode = 1;
  return false;
}

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
