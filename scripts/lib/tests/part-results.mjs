import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { ROOT } from '../run.mjs';

const DOCUMENT = `${ROOT}docs/reliability.md`;
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
export function readPartResults() {
  const [table = ''] = TABLE.exec(readFileSync(DOCUMENT, 'utf8')) ?? [];
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
export function writePartResults(parts, results) {
  const table = [HEADER, ...parts.map(({ name, shows }) => toRow(shows, results.get(name) ?? { name }))].join(
    '\n',
  );
  const document = readFileSync(DOCUMENT, 'utf8');
  writeFileSync(
    DOCUMENT,
    document.replace(TABLE, (_, begin, end) => `${begin}${table}\n${end}`),
  );
  return table;
}

/** @returns {PartResult} */
export function toPartResult(name, { exitCode, duration }) {
  const { stdout } = git('rev-parse', '--short=10', 'HEAD');
  const isClean = git('diff', '--quiet', 'HEAD', '--', '.', `:!${DOCUMENT.slice(ROOT.length)}`).status === 0;
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
export function isDue({ paths }, result) {
  if (result === undefined || result.result !== 'passed') return true;
  const [commit] = result.commit.split(' ');
  const { status } = git('diff', '--quiet', commit, '--', ...paths);
  // A commit that is unknown here counts as changed.
  return status !== 0 || git('ls-files', '--others', '--exclude-standard', '--', ...paths).stdout !== '';
}

function toRow(shows, { name, result = 'not run', time = '–', commit = '–', date = '–', machine = '–' }) {
  return `| ${[name, shows, result, time, commit, date, machine].join(' | ')} |`;
}

function git(...args) {
  return spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
}
