import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const { compileProject } = (await import(
  new URL('../../scripts/lib/compile-project.mjs', import.meta.url).href
)) as { compileProject(project: { name: string; source: string; output: string }): void };

const CONFIGURATION = {
  compilerOptions: {
    target: 'es2023',
    module: 'nodenext',
    types: [],
    strict: true,
    composite: true,
    rootDir: '.',
    outDir: '../out',
    tsBuildInfoFile: '../out/.tsbuildinfo',
  },
  include: ['.'],
};

interface Project {
  compile(): void;
  write(name: string, text: string): Promise<void>;
  readonly source: (name: string) => string;
  readonly output: (name: string) => string;
}

/** Runs a test with a project of one module, `one.ts`, that has been compiled. */
function withProject(run: (project: Project) => Promise<void>): () => Promise<void> {
  return async () => {
    const folder = await mkdtemp(join(tmpdir(), 'guildhall-compile-'));
    const [source, output] = [join(folder, 'in'), join(folder, 'out')];
    const project: Project = {
      compile: () => compileProject({ name: 'a test project', source, output }),
      write: (name, text) => writeFile(join(source, name), text),
      source: (name) => join(source, name),
      output: (name) => join(output, name),
    };
    try {
      await mkdir(source);
      await project.write('tsconfig.json', JSON.stringify(CONFIGURATION));
      await project.write('one.ts', 'export const one = 1;\n');
      project.compile();
      await run(project);
    } finally {
      await rm(folder, { recursive: true });
    }
  };
}

test(
  'a source with an old timestamp is compiled if its contents changed',
  withProject(async ({ write, compile, source, output }) => {
    await write('one.ts', 'export const one = 2;\n');
    await utimes(source('one.ts'), 1_000, 1_000);
    compile();
    assert.match(await readFile(output('one.js'), 'utf8'), /one = 2/);
  }),
);

test(
  'a removed output is compiled again',
  withProject(async ({ compile, output }) => {
    await rm(output('one.js'));
    compile();
    assert.ok(existsSync(output('one.js')));
  }),
);

test(
  'the output of a removed source is removed',
  withProject(async ({ write, compile, source, output }) => {
    await write('two.ts', 'export const two = 2;\n');
    compile();
    assert.ok(existsSync(output('two.js')));
    await rm(source('two.ts'));
    compile();
    assert.ok(!existsSync(output('two.js')));
    assert.ok(existsSync(output('one.js')));
  }),
);

test(
  'sources restored after a failed build are compiled again',
  withProject(async ({ write, compile, output }) => {
    await write('one.ts', 'export const one: string = 2;\n');
    assert.throws(compile, /does not compile/);
    await write('one.ts', 'export const one = 1;\n');
    compile();
    assert.match(await readFile(output('one.js'), 'utf8'), /one = 1/);
  }),
);
