import { formatCores, formatGoal, formatRatios, formatValues, formatVerdict } from './format-row.js';
import type { RowResult, SubjectResult } from './judge-row.js';
import type { BenchRecord } from './record.js';

const HEAD = [
  '| Row | Server | Measured | Cores of server, generator | Guildhall beside it | Goal |',
  '|---|---|---|---|---|---|',
];

/** The table of docs/performance.md: a line for each subject of each row. */
export function formatTable({ rows }: BenchRecord): string {
  return [
    ...HEAD,
    ...rows.flatMap((row) => row.subjects.map((subject, index) => formatLine(row, subject, index))),
  ].join('\n');
}

function formatLine({ name, goals }: RowResult, subject: SubjectResult, index: number): string {
  const own = goals.filter(({ goal }) =>
    goal.against === undefined ? index === 0 : goal.against === subject.subject,
  );
  const judged = own.map((result) => `${formatGoal(result.goal)}: ${formatVerdict(result)}`);
  const cells = [
    index === 0 ? name : '',
    subject.subject,
    formatValues(subject),
    formatCores(subject),
    formatRatios(subject),
    judged.join('; '),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** What the rows were measured on, as a paragraph. */
export function formatMachine({ node, cores, processor, diskSync, versions, rows }: BenchRecord): string {
  const packages = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  const commits = [...new Set(rows.map(({ commit }) => commit))].join(', ');
  return [
    `Measured at ${commits} with Node.js ${node} on ${cores} cores (${processor}), beside ${packages.join(', ')}.`,
    `Writing a page to the disk and waiting for it took ${diskSync.toFixed(2)} ms.`,
  ].join('\n');
}

const BEGIN = '<!-- measured -->';
const END = '<!-- /measured -->';

/** Replaces what is between the markers of a document. @throws {TypeError} if it has none */
export function insertTable(document: string, table: string): string {
  const [from, to] = [document.indexOf(BEGIN), document.indexOf(END)];
  if (from === -1 || to < from) throw new TypeError(`the document lacks ${BEGIN} and ${END}`);
  return `${document.slice(0, from)}${BEGIN}\n\n${table}\n\n${document.slice(to)}`;
}
