// test:all selection: traces what other tests read
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { ImportGraph, isDerived } = (await import(
  new URL('../../scripts/lib/selection/import-graph.mjs', import.meta.url).href
)) as {
  ImportGraph: new (root: string) => { reach(start: string): Map<string, number> };
  isDerived(path: string): boolean;
};

/** Test files that load modules in each way there is: imports, drivers in hosts, child scripts, the command line. */
const SAMPLES = [
  'rpc/admission.test.js',
  'api/rest/clean-up.test.js',
  'hardware/supervision.test.js',
  'control/console-guard.test.js',
  'cli/cli.test.js',
  'scripts/files.test.js',
] as const;

/** Modules and files of the project that a test file and its child processes load or read. */
async function usedBy(name: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-used-'));
  try {
    const { NODE_TEST_CONTEXT: _, ...environment } = process.env;
    const reads = join(folder, 'reads');
    const trace = new URL('./support/trace-reads.js', import.meta.url).href;
    await promisify(execFile)(process.execPath, [join(root, '.test-build', name)], {
      cwd: root,
      env: {
        ...environment,
        NODE_V8_COVERAGE: join(folder, 'coverage'),
        NODE_OPTIONS: `--import=${trace}`,
        GUILDHALL_TRACED_READS: reads,
      },
      maxBuffer: 1 << 26,
    });
    const modules = await loadedModules(join(folder, 'coverage'));
    const files = (await readFile(reads, 'utf8')).split('\n');
    return [...new Set([...modules, ...files])]
      .filter((path) => path.startsWith(root) && !/node_modules|trace-reads|\.map$/.test(path))
      .map((path) => relative(root, path));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What V8 reports to have run, in all processes that ended by themselves. */
async function loadedModules(folder: string): Promise<string[]> {
  const paths: string[] = [];
  for (const name of await readdir(folder)) {
    const report: { result: { url: string }[] } = JSON.parse(await readFile(join(folder, name), 'utf8'));
    const urls = report.result.map(({ url }) => url).filter((url) => url.startsWith('file:'));
    paths.push(...urls.map((url) => fileURLToPath(url)));
  }
  return paths;
}

for (const name of SAMPLES) {
  test(`the import graph contains everything that ${name} loads or reads`, async () => {
    const reach = new ImportGraph(root).reach(`.test-build/${name}`);
    const used = await usedBy(name);
    assert.ok(used.length > 1, 'nothing was traced');
    // A folder that is listed has no slash at its end; one in the graph has.
    assert.deepEqual(
      used.filter((path) => !isDerived(path) && !reach.has(path) && !reach.has(`${path}/`)),
      [],
    );
  });
}
