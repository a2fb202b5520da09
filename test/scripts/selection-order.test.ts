import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

interface Graph {
  reach(start: string): ReadonlyMap<string, number>;
}

interface Record {
  changesSince(test: string, paths: Iterable<string>): string[];
}

const script = (name: string) => import(new URL(`../../scripts/lib/${name}.mjs`, import.meta.url).href);
const { ImportGraph } = (await script('selection/import-graph')) as {
  ImportGraph: new (root: string) => Graph;
};
const { selectOutdated } = (await script('selection/select-outdated')) as {
  selectOutdated(tests: readonly string[], graph: Graph, record: Record): { readonly test: string }[];
};
const { RunRecord } = (await script('tests/quick-tests')) as {
  RunRecord: new () => { listQuick(names: readonly string[]): string[] };
};
const { listTestFiles } = (await script('tests/test-files')) as { listTestFiles(): string[] };

const graph = new ImportGraph(fileURLToPath(new URL('../../', import.meta.url)));
const quick = new RunRecord().listQuick(listTestFiles());
/** How many test files run in the first seconds at least. */
const FIRST = 8;

/** The test files that run first after a change of a source. */
function firstAfter(source: string): string[] {
  const files = [`src/${source}.ts`, `dist/${source}.js`, `dist/${source}.d.ts`];
  const record = {
    changesSince: (_: string, paths: Iterable<string>) => [...paths].filter((path) => files.includes(path)),
  };
  const outdated = selectOutdated(
    quick.map((name) => `.test-build/${name}`),
    graph,
    record,
  );
  return outdated.slice(0, FIRST).map(({ test }) => test.replace(/^\.test-build\/(.*)\.test\.js$/, '$1'));
}

for (const [source, seeing] of [
  ['guilds/rules/bans', ['guilds/role-sequences', 'api/rest/guild-bans']],
  ['rpc/commands/get-guild', ['rpc/commands']],
  ['cli/applications/apps', ['cli/cli']],
] as const) {
  test(`quick tests start with the tests that detect a change of ${source}`, () => {
    const first = firstAfter(source);
    for (const name of seeing) assert.ok(first.includes(name), `${name} is not among ${first.join(' ')}`);
  });
}

test('no quick test starts a daemon', () => {
  const starting = quick.filter((name) =>
    graph.reach(`.test-build/${name}`).has('.test-build/helpers/daemon.js'),
  );
  assert.deepEqual(starting, []);
  assert.ok(!quick.some((name) => name.startsWith('control/doctor/') && name.endsWith('-faults.test.js')));
  assert.ok(quick.includes('cli/cli.test.js'));
});
