import { toIsolatedText } from '../../platform/text/visible-text.js';

/** A cell; null and undefined are shown as a dash. */
export type Cell = string | number | boolean | null | undefined;

/** How narrow a column becomes at least. */
const MIN_WIDTH = 20;

/**
 * Formats rows as aligned columns.
 *
 * @param none the text if there are no rows
 * @param width of the terminal: the widest column is wrapped to fit into it; null: none
 */
export function table(
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
  none: string,
  width: number | null = null,
): string {
  if (rows.length === 0) return none;
  const lines = [headings, ...rows.map((row) => row.map(cellText))];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const excess = widths.reduce((sum, one) => sum + one, 2 * (widths.length - 1)) - (width ?? Infinity);
  const widest = widths.indexOf(Math.max(...widths));
  const before = widths[widest] ?? 0;
  if (excess > 0) widths[widest] = Math.max(Math.min(before, MIN_WIDTH), before - excess);
  return lines
    .flatMap((line) => wrapCell(line, widest, widths[widest] ?? 0))
    .map((line) =>
      widths
        .map((one, column) => (line[column] ?? '').padEnd(one))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** A line as several, with the other cells in the first one. */
function wrapCell(line: readonly string[], column: number, width: number): string[][] {
  const parts: string[] = [];
  for (const word of (line[column] ?? '').split(' ')) {
    const last = parts.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) parts.push(`${parts.pop()} ${word}`);
    else parts.push(word);
  }
  return parts.map((part, index) => line.map((cell, at) => (at === column ? part : index === 0 ? cell : '')));
}

/** Formats names and values, one pair per line. Names are safe to show as well: those of settings may be of a foreign backup. */
export function fields(entries: readonly (readonly [name: string, value: Cell])[]): string {
  const lines = entries.map(([name, value]) => [toIsolatedText(name), cellText(value)] as const);
  const width = Math.max(...lines.map(([name]) => name.length));
  return lines.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n');
}

function cellText(cell: Cell): string {
  if (cell === null || cell === undefined || cell === '') return '–';
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  return toIsolatedText(String(cell));
}
