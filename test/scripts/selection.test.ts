import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

interface Graph {
  reach(start: string): Map<string, number>;
  hash(path: string): string;
}

interface Passed {
  save(tests: readonly string[], snapshot: Readonly<Record<string, string>>): void;
}

interface Outdated {
  test: string;
  distance: number;
  changed: readonly string[];
}

const script = (name: string) =>
  import(new URL(`../../scripts/lib/selection/${name}.mjs`, import.meta.url).href);
const { ImportGraph } = (await script('import-graph')) as { ImportGraph: new (root: string) => Graph };
const { PassRecord } = (await script('pass-record')) as { PassRecord: new (path: string) => Passed };
const { selectOutdated, snapshotOf } = (await script('select-outdated')) as {
  selectOutdated(tests: readonly string[], graph: Graph, record: Passed): Outdated[];
  snapshotOf(tests: readonly string[], graph: Graph): Record<string, string>;
};

/** A project of a few compiled files; each test changes one and asks what is outdated. */
const FILES = {
  'package.json': '{}',
  'README.md': 'text',
  'docs/page.md': 'text',
  'dist/kernel.js': 'export const kernel = 1;',
  'dist/rules/bans.js': "import { kernel } from '../kernel.js'; export const ban = kernel;",
  'dist/host-main.js': 'process.send(1);',
  'dist/start.js': "fork(fileURLToPath(new URL('host-main.js', import.meta.url))); import './rules/bans.js';",
  'dist/page/main.js': 'export {};',
  'dist/files.js': "const FOLDER = new URL('./page/', import.meta.url);",
  'scripts/one.mjs': 'export {};',
  '.test-build/rules/bans.test.js': "import { ban } from '#guildhall/rules/bans.js';",
  '.test-build/help.js': "import '#guildhall/start.js';",
  '.test-build/whole.test.js': "import './help.js';",
  '.test-build/child.test.js': "fork(fileURLToPath(import.meta.resolve('./child-process.js')));",
  '.test-build/child-process.js': "export * from '#guildhall/files.js';",
  '.test-build/page.test.js': "readFileSync(new URL('../docs/page.md', import.meta.url));",
  '.test-build/script.test.js': `await import(new URL(\`../scripts/\${name}.mjs\`, import.meta.url).href);`,
  '.test-build/all.test.js': "const root = fileURLToPath(new URL('../', import.meta.url));",
  '.test-build/computed.test.js': 'const { x } = await import(path);',
  '.test-build/alone.test.js': "import test from 'node:test';",
};

const TESTS = Object.keys(FILES).filter((path) => path.endsWith('.test.js'));
const OPEN = ['all', 'computed', 'script'];

const byName = (a: string, b: string) => (a < b ? -1 : 1);

class Project {
  private constructor(readonly root: string) {}

  static async create(): Promise<Project> {
    const project = new Project(await mkdtemp(join(tmpdir(), 'guildhall-selection-')));
    for (const [path, text] of Object.entries(FILES)) await project.write(path, text);
    return project;
  }

  async write(path: string, text: string): Promise<void> {
    await mkdir(dirname(join(this.root, path)), { recursive: true });
    await writeFile(join(this.root, path), text);
  }

  remove(path: string): Promise<void> {
    return rm(join(this.root, path), { recursive: true });
  }

  pass(tests: readonly string[] = TESTS): void {
    this.#record().save(tests, snapshotOf(tests, new ImportGraph(this.root)));
  }

  outdated(): Outdated[] {
    return selectOutdated(TESTS, new ImportGraph(this.root), this.#record());
  }

  /** The names of the outdated tests, sorted. */
  names(): string[] {
    return this.outdated()
      .map(({ test }) => test.replace(/^\.test-build\/(.*)\.test\.js$/, '$1'))
      .sort(byName);
  }

  #record(): Passed {
    return new PassRecord(join(this.root, '.test-build/.passed.json'));
  }
}

function withProject(run: (project: Project) => Promise<void>): () => Promise<void> {
  return async () => {
    const project = await Project.create();
    try {
      await run(project);
    } finally {
      await rm(project.root, { recursive: true });
    }
  };
}

test(
  'without a record every test is outdated, and after all passed none is',
  withProject(async (project) => {
    assert.equal(project.outdated().length, TESTS.length);
    project.pass();
    assert.deepEqual(project.names(), []);
  }),
);

for (const [what, path, reached] of [
  ['an import over several modules', 'dist/kernel.js', ['all', 'computed', 'rules/bans', 'whole']],
  ['a process that is forked by name', 'dist/host-main.js', ['all', 'computed', 'whole']],
  ['a child script of a test, by import.meta.resolve', '.test-build/child-process.js', ['child']],
  ['a file of a folder that is read', 'dist/page/main.js', ['all', 'child', 'computed']],
  ['a document that is read', 'docs/page.md', ['all', 'computed', 'page']],
  ['a script whose name is computed', 'scripts/one.mjs', OPEN],
  ['a helper of tests', '.test-build/help.js', ['whole']],
  ['the test itself', '.test-build/alone.test.js', ['alone']],
  ['a file that no module names', 'README.md', OPEN],
] as const) {
  test(
    `${what} is reached`,
    withProject(async (project) => {
      project.pass();
      await project.write(path, `${FILES[path]} // changed`);
      const names = project.names();
      for (const name of reached)
        assert.ok(names.includes(name), `${name} is missing among ${names.join(' ')}`);
      for (const name of names) assert.ok([...reached, ...OPEN].includes(name), `${name} was selected`);
    }),
  );
}

test(
  'adding or removing a file in a folder that a test reads is a change',
  withProject(async (project) => {
    project.pass();
    await project.write('dist/page/new.js', '');
    assert.ok(project.names().includes('child'));
    project.pass();
    await project.remove('dist/page/new.js');
    assert.ok(project.names().includes('child'));
  }),
);

test(
  'generated files are not changes',
  withProject(async (project) => {
    project.pass();
    for (const path of [
      'dist/.built',
      'dist/bundle/cli.cjs',
      'dist/kernel.js.map',
      '.test-build/.tsbuildinfo',
    ])
      await project.write(path, 'changed');
    assert.deepEqual(project.names(), []);
  }),
);

test(
  'a change of the packages affects every test',
  withProject(async (project) => {
    project.pass();
    await project.write('package-lock.json', '{}');
    assert.equal(project.outdated().length, TESTS.length);
  }),
);

test(
  'the nearest tests come first',
  withProject(async (project) => {
    project.pass();
    await project.write('dist/rules/bans.js', 'export const ban = 2;');
    const order = project.outdated().map(({ test, distance }) => [test, distance]);
    assert.deepEqual(order[0], ['.test-build/rules/bans.test.js', 1]);
    assert.ok(order.some(([test, distance]) => test === '.test-build/whole.test.js' && distance === 3));
  }),
);

test(
  'tests that mention a changed name precede nearer tests, rare names first',
  withProject(async (project) => {
    project.pass();
    await project.write('.test-build/whole.test.js', "import './help.js'; fetch('/bans');");
    project.pass(['.test-build/whole.test.js']);
    await project.write('dist/kernel.js', 'export const kernel = 2;');
    await project.write('dist/rules/bans.js', 'export const ban = 2;');
    const order = project.outdated().map(({ test }) => test);
    assert.deepEqual(order.slice(0, 2), ['.test-build/rules/bans.test.js', '.test-build/whole.test.js']);
  }),
);

test(
  'a failed test stays outdated, and so does one whose change was only partly undone',
  withProject(async (project) => {
    project.pass();
    await project.write('dist/kernel.js', 'export const kernel = 2;');
    project.pass(['.test-build/rules/bans.test.js']);
    assert.deepEqual(project.names(), [...OPEN, 'whole'].sort(byName));
    await project.write('dist/kernel.js', FILES['dist/kernel.js']);
    assert.deepEqual(project.names(), ['rules/bans']);
  }),
);

test(
  'a damaged record is ignored',
  withProject(async (project) => {
    project.pass();
    await project.write('.test-build/.passed.json', '{"format":1,');
    assert.equal(project.outdated().length, TESTS.length);
  }),
);
