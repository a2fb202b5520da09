import type { Result, TableResult, Verdict } from './row.js';

/** The longest text of one cell. */
const CELL = 160;

export function count(tables: readonly TableResult[], verdict: Verdict): number {
  return tables.flatMap(({ results }) => results).filter((result) => result.verdict === verdict).length;
}

export function countLines(tables: readonly TableResult[]): string {
  const parts = (['right', 'wrong', 'not applicable'] as const).map(
    (verdict) => `${count(tables, verdict)} ${verdict}`,
  );
  return parts.join(', ');
}

/** docs/conformance.md: one line per row of the specification. */
export function toMarkdown(tables: readonly TableResult[]): string {
  const head = [
    '# Conformance',
    '',
    'Each line of the specification, what was sent to a whole daemon, what came back, and which events a second connection',
    'saw. Made by `npm run audit`, which is written from the specification alone. Ids, times and secrets are replaced by',
    'their kind; objects of six fields and more are shown by the names of their fields.',
    '',
    `${countLines(tables)}.`,
    '',
  ];
  return [...head, ...tables.flatMap(toSection)].join('\n');
}

function toSection({ title, results }: TableResult): string[] {
  return [
    `## ${title}`,
    '',
    '| Line | Sent | Received | Second connection | Verdict |',
    '| --- | --- | --- | --- | --- |',
    ...results.map(toRow),
    '',
  ];
}

function toRow({ line, sent, received, events, verdict, reason }: Result): string {
  const last = reason === '' ? verdict : `${verdict}: ${escapeCell(reason)}`;
  const cells = [sent, received, events].map((parts) => escapeCell(cut(parts.join(' · '))));
  return `| ${escapeCell(line)} | ${cells.join(' | ')} | ${last} |`;
}

function cut(text: string): string {
  return text.length > CELL ? `${text.slice(0, CELL)}…` : text;
}

function escapeCell(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('<', '&lt;');
}

/** The verdicts of a page that `toMarkdown` made, by line, without what was sent and received. */
export function verdictsOf(markdown: string): Map<string, string> {
  const rows = markdown
    .split('\n')
    .filter((each) => each.startsWith('| ') && !each.startsWith('| ---'))
    .map((each) => each.split(/(?<!\\)\|/).map((cell) => cell.trim()));
  return new Map(rows.map((cells) => [cells[1] ?? '', (cells[5] ?? '').split(':')[0] ?? '']));
}

export function wrongResults(tables: readonly TableResult[]): Result[] {
  const results = tables.flatMap((table) => table.results);
  return results.filter(({ verdict }) => verdict === 'wrong');
}

/** The table that is printed: every row in one line, with what is wrong below it. */
export function toText(tables: readonly TableResult[]): string {
  const lines = tables.flatMap(({ title, results }) => [
    '',
    title,
    ...results.flatMap(({ line, verdict, reason, sent, received, events }) => [
      `  ${verdict.padEnd(14)} ${line}${verdict === 'not applicable' ? ` (${reason})` : ''}`,
      ...(verdict === 'wrong'
        ? [
            `${' '.repeat(17)}${reason}`,
            `${' '.repeat(17)}sent: ${sent.join(' · ')}`,
            `${' '.repeat(17)}received: ${received.join(' · ')}`,
            `${' '.repeat(17)}second connection: ${events.join(' · ')}`,
          ]
        : []),
    ]),
  ]);
  return [...lines, '', countLines(tables)].join('\n');
}
