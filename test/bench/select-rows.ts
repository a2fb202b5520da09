import type { Row } from './kernel/row.js';

/**
 * Selects the rows of a run.
 *
 * @param isWanted decides by the name of a row
 * @throws {TypeError} if there is none: a misspelled name would otherwise look like a run without findings
 */
export function selectRows(rows: readonly Row[], isWanted: (name: string) => boolean): readonly Row[] {
  const selected = rows.filter(({ name }) => isWanted(name));
  if (selected.length > 0) return selected;
  const names = rows.map(({ name }) => `  ${name}`).join('\n');
  throw new TypeError(`no row has a name with this text; the rows are:\n${names}`);
}
