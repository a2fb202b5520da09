import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

/** What the comment before a block of commands says about running it (test/README.md). */
export interface RunClauses {
  /** the person allows the requests of applications that arrive while it runs */
  readonly allow: boolean;
  /** it keeps running; the next block follows when its output contains this text */
  readonly until: string | null;
  /** the output of this block, or of the latest program that keeps running, contains this text */
  readonly shows: readonly string[];
  /** names that stand for a value of its JSON output in later blocks, with the path of that value */
  readonly save: readonly { readonly name: string; readonly path: string }[];
  /** values of names that a reader has to fill in */
  readonly set: readonly { readonly name: string; readonly value: string }[];
}

/** A fenced block of shell commands in a document. */
export interface DocumentedBlock {
  /** of the opening fence, from 1 */
  readonly line: number;
  readonly commands: string;
  /** how to run it; the path of a test that runs it instead; null if nothing is said */
  readonly marker: RunClauses | { readonly testedBy: string } | null;
}

const BLOCK = /^(?:<!-- (?<marker>(?:run|tested by)\b[^\n]*?) -->\n)?```sh\n(?<commands>[\s\S]*?)^```$/gm;

/** The blocks of shell commands in a page, in order. */
export function readBlocks(page: URL): DocumentedBlock[] {
  return parseBlocks(readFileSync(page, 'utf8'));
}

/** @param text of a page in Markdown */
export function parseBlocks(text: string): DocumentedBlock[] {
  return [...text.matchAll(BLOCK)].map(({ index, groups }) => ({
    line: text.slice(0, index).split('\n').length,
    commands: groups?.commands ?? '',
    marker: groups?.marker === undefined ? null : parseMarker(groups.marker),
  }));
}

function parseMarker(marker: string): DocumentedBlock['marker'] {
  const [, testedBy] = /^tested by (\S+)$/.exec(marker) ?? [];
  if (testedBy !== undefined) return { testedBy };
  const clauses = marker
    .replace(/^run:?/, '')
    .split(';')
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '');
  const of = (keyword: string) =>
    clauses.filter((clause) => clause.startsWith(`${keyword} `)).map((one) => one.slice(keyword.length + 1));
  const unknown = clauses.filter((clause) => !/^(?:allow$|(?:until|shows|save|set) )/.test(clause));
  assert.deepEqual(unknown, [], 'clauses of a marker are allow, until, shows, save and set');
  return {
    allow: clauses.includes('allow'),
    until: of('until')[0] ?? null,
    shows: of('shows'),
    save: of('save').map((clause) => splitAt(clause, ' from ', ([name, path]) => ({ name, path }))),
    set: of('set').map((clause) => splitAt(clause, ' to ', ([name, value]) => ({ name, value }))),
  };
}

function splitAt<T>(clause: string, separator: string, make: (parts: [string, string]) => T): T {
  const at = clause.indexOf(separator);
  assert.ok(at > 0, `${clause}: ${separator.trim()} is missing`);
  return make([clause.slice(0, at), clause.slice(at + separator.length)]);
}
