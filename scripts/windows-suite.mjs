import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildTests } from './lib/build.mjs';
import { crossCompile, WINDOWS } from './lib/package/windows/cross-compile.mjs';
import { LIBRARIES, requireWindowsTools, windowsNode } from './lib/package/windows/make-windows-packages.mjs';
import { ROOT, runScript, StepError, say } from './lib/run.mjs';
import { setUp } from './lib/set-up.mjs';
import { runAndReport } from './lib/tests/run-and-report.mjs';
import { COMPILED, listTestFiles, partOf } from './lib/tests/test-files.mjs';
import { readFileResults, TestJobs } from './lib/tests/test-jobs.mjs';

// node scripts/windows-suite.mjs [FOLDER…]: runs tests of the project with Node.js for Windows under Wine, and prints what passed for
// each folder; a run of all folders writes it to docs/reliability.md.
//   FOLDER   of compiled tests, or one of their files, e.g. cli/files.test.js

/** Folders of tests that run there. */
const FOLDERS = ['guilds', 'net', 'platform', 'install', 'cli', 'rpc', 'store', 'api', 'daemon'];
/** The longest that a job may take, in milliseconds. */
const TIMEOUT = 1_200_000;
/** Wine has one server for all of its programs. */
const CONCURRENCY = 2;
/** In seconds: under Wine most things take several times as long. */
const PATIENCE = '60';
const DOCUMENT = `${ROOT}docs/reliability.md`;
const TABLE = /(<!-- results of windows-suite -->\n)[\s\S]*?(<!-- end -->)/;
/** What the tree has of its own, instead of what is in the checkout. */
const OWN = ['.git', '.windows-build', 'build', 'node_modules', 'prebuilds'];
/** Packages that load modules of the folder `prebuilds`, as in packages of the project. */
const REPLACED = ['bindings', 'segfault-handler'];
/** Programs of Wine cannot write to pipes of Linux. The output is there also if it is ended. */
const INTO_FILE = `"$@" > "$OUTPUT" 2>&1 < /dev/null & trap 'cat "$OUTPUT"; exit 1' TERM; wait $!; code=$?; cat "$OUTPUT"; exit $code`;

/** What the paths of test files begin with. */
const folders = process.argv.length > 2 ? process.argv.slice(2) : FOLDERS;

await runScript(async () => {
  requireWindowsTools();
  await setUp({ withTests: true });
  buildTests();
  const { WINE, Wine, whyNoWine } = await import(`${COMPILED}/windows/support/wine.js`);
  const reason = whyNoWine();
  if (reason !== false) throw new StepError(reason);
  const files = listTestFiles().filter((name) => folders.some(isIn(name)) && partOf(name) === null);
  const work = mkdtempSync(join(tmpdir(), 'guildhall-windows-'));
  try {
    const tree = await makeTree(work);
    const wine = await Wine.start({ GUILDHALL_TEST_PATIENCE: PATIENCE, CI: '' });
    try {
      const jobs = new TestJobs().make(files).map((job) => toWindowsJob(job, { wine, program: WINE, tree }));
      say(`running ${files.length} test files with Node.js for Windows`);
      const { exitCode } = await runAndReport(jobs, { concurrency: CONCURRENCY });
      process.exitCode = exitCode;
      const table = toTable(jobs.flatMap(readFileResults));
      process.stdout.write(`${table}\n`);
      if (folders === FOLDERS) writeTable(table);
    } finally {
      await wine.stop();
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
});

/**
 * Makes a checkout as Windows sees it: the files of this one by links, which Wine follows, with native modules for Windows.
 *
 * @returns its folder
 */
async function makeTree(work) {
  const tree = join(work, 'tree');
  const modules = join(tree, 'node_modules');
  const prebuilds = join(tree, 'prebuilds');
  for (const folder of [modules, prebuilds]) mkdirSync(folder, { recursive: true });
  link(ROOT, tree, OWN);
  link(`${ROOT}node_modules`, modules, REPLACED);
  const contents = fileURLToPath(new URL('lib/package/contents/', import.meta.url));
  for (const name of REPLACED) {
    mkdirSync(join(modules, name));
    copyFileSync(join(contents, `${name}.cjs`), join(modules, name, 'index.js'));
  }
  copyFileSync(join(contents, 'load-prebuilt.cjs'), join(prebuilds, 'load.cjs'));
  await crossCompile(prebuilds);
  copyFileSync(join(windowsNode(), 'bin/node.exe'), join(tree, 'node.exe'));
  // They are loaded from the folder of the program.
  for (const name of LIBRARIES) copyFileSync(join(prebuilds, WINDOWS, name), join(tree, name));
  return tree;
}

function link(from, to, excluded) {
  for (const name of readdirSync(from))
    if (!excluded.includes(name)) symlinkSync(join(from, name), join(to, name));
}

/** The same job with Node.js for Windows, in the tree. */
function toWindowsJob(job, { wine, program, tree }) {
  const inTree = (text) =>
    text.replace(`file://${ROOT}`, `file:///Z:${tree}/`).replace(new RegExp(`^${ROOT}`), `Z:${tree}/`);
  return {
    ...job,
    command: 'sh',
    args: ['-c', INTO_FILE, 'sh', program, `Z:${tree}/node.exe`, ...job.args.map(inTree)],
    env: { ...wine.environment, ...job.env, OUTPUT: `${job.results}.output` },
    cwd: tree,
    timeout: TIMEOUT,
  };
}

function isIn(name) {
  return (folder) => name === folder || name.startsWith(`${folder}/`);
}

/** What passed, with a row for each folder. */
function toTable(results) {
  const rows = folders.map((folder) => {
    const files = results.filter(({ name }) => isIn(name)(folder));
    const count = (key) => files.reduce((sum, { counts }) => sum + counts[key], 0);
    return [folder, files.length, count('passed'), count('posix'), count('skipped'), count('failed')];
  });
  const total = rows.reduce(
    (sums, row) => sums.map((sum, index) => (index === 0 ? sum : sum + row[index])),
    ['all', ...[0, 0, 0, 0, 0]],
  );
  return [
    '| Folder | Files | Passed | POSIX | Left out | Failed |',
    '|---|---|---|---|---|---|',
    ...[...rows, total].map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');
}

function writeTable(table) {
  const document = readFileSync(DOCUMENT, 'utf8');
  writeFileSync(
    DOCUMENT,
    document.replace(TABLE, (_, begin, end) => `${begin}${table}\n${end}`),
  );
}
