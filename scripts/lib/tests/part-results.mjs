import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../run.mjs';

const DOCUMENT = 'docs/reliability.md';
/** Between these lines is the table that is written here. */
const TABLE = /(<!-- results of test:all -->\n)[\s\S]*?(<!-- end -->)/;
const HEADER = '| Part | Shows | Result | Time | Commit | Date | Machine |\n|---|---|---|---|---|---|---|';

/**
 * The latest result of a part, as docs/reliability.md records it.
 *
 * @typedef {object} PartResult
 * @property {string} name
 * @property {string} result
 * @property {string} time
 * @property {string} commit
 * @property {string} date
 * @property {string} machine
 */

/** @returns {Map<string, PartResult>} by the name of the part */
export function readPartResults(root = ROOT) {
  const [table = ''] = TABLE.exec(readFileSync(join(root, DOCUMENT), 'utf8')) ?? [];
  const rows = [...table.matchAll(/^\| (.*) \|$/gm)].map(([, cells]) => cells.split(' | '));
  return new Map(
    rows
      .filter(([name]) => name !== 'Part')
      .map(([name, , result, time, commit, date, machine]) => [
        name,
        { name, result, time, commit, date, machine },
      ]),
  );
}

/**
 * Writes the table, in the order of the parts. A part that never ran says so.
 *
 * @param {readonly import('./parts.mjs').Part[]} parts
 * @param {ReadonlyMap<string, PartResult>} results
 * @returns {string} the table
 */
export function writePartResults(parts, results, root = ROOT) {
  const table = [HEADER, ...parts.map(({ name, shows }) => toRow(shows, results.get(name) ?? { name }))].join(
    '\n',
  );
  const path = join(root, DOCUMENT);
  const document = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    document.replace(TABLE, (_, begin, end) => `${begin}${table}\n${end}`),
  );
  return table;
}

/** @returns {PartResult} */
export function toPartResult(name, { exitCode, duration }, root = ROOT) {
  const { stdout } = git(root, 'rev-parse', '--short=10', 'HEAD');
  const isClean = git(root, 'diff', '--quiet', 'HEAD', '--', '.', `:!${DOCUMENT}`).status === 0;
  const processors = cpus();
  return {
    name,
    result: exitCode === 0 ? 'passed' : '**failed**',
    time: `${Math.floor(duration / 60_000)} min ${Math.round((duration % 60_000) / 1000)} s`,
    commit: `${stdout.trim()}${isClean ? '' : ' with changes'}`,
    date: new Date().toISOString().slice(0, 10),
    machine: `${processors.length} × ${processors[0]?.model.trim() ?? 'unknown'}`,
  };
}

/** Whether a part has not passed since one of its files changed; commits and what is not committed count. */
export function isDue({ paths }, result, root = ROOT) {
  if (result === undefined || result.result !== 'passed') return true;
  const [commit] = result.commit.split(' ');
  const { status } = git(root, 'diff', '--quiet', commit, '--', ...paths);
  // A commit that is unknown here counts as changed.
  return (
    status !== 0 || git(root, 'ls-files', '--others', '--exclude-standard', '--', ...paths).stdout !== ''
  );
}

function toRow(shows, { name, result = 'not run', time = '–', commit = '–', date = '–', machine = '–' }) {
  return `| ${[name, shows, result, time, commit, date, machine].join(' | ')} |`;
}

function git(root, ...args) {
  return spawnSync('git', args, { cwd: root, encoding: 'utf8' });
}
