import { toIsolatedText } from '../../platform/text/visible-text.js';

/** A cell; null and undefined are shown as a dash. */
export type Cell = string | number | boolean | null | undefined;

/**
 * Formats rows as aligned columns.
 *
 * @param none the text if there are no rows
 */
export function table(headings: readonly string[], rows: readonly (readonly Cell[])[], none: string): string {
  if (rows.length === 0) return none;
  const lines = [headings, ...rows.map((row) => row.map(cellText))];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
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
