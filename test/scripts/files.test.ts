import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

interface Files {
  isStale(product: string, sources: readonly string[]): boolean;
  removeOrphans(outputFolder: string, sourceFolder: string): void;
  filesBelow(folder: string): string[];
  fingerprint(paths: readonly string[]): string;
}

const { filesBelow, fingerprint, isStale, removeOrphans } = (await import(
  new URL('../../scripts/lib/files.mjs', import.meta.url).href
)) as Files;

function inFolder(run: (folder: string) => Promise<void>): () => Promise<void> {
  return async () => {
    const folder = await mkdtemp(join(tmpdir(), 'guildhall-scripts-'));
    try {
      await run(folder);
    } finally {
      await rm(folder, { recursive: true });
    }
  };
}

test(
  'a build product is stale if it is missing or a source is newer',
  inFolder(async (folder) => {
    const [product, source] = [join(folder, 'product'), join(folder, 'source')];
    await writeFile(source, '');
    assert.equal(isStale(product, [source]), true);
    await writeFile(product, '');
    await utimes(source, 100, 100);
    await utimes(product, 200, 200);
    assert.equal(isStale(product, [source]), false);
    await utimes(source, 300, 300);
    assert.equal(isStale(product, [join(folder, 'missing'), source]), true);
  }),
);

test(
  'a fingerprint depends on contents, names and number of files, not on times or order',
  inFolder(async (folder) => {
    const [one, two] = [join(folder, 'one'), join(folder, 'two')];
    await writeFile(one, '1');
    await writeFile(two, '2');
    const before = fingerprint([one, two]);
    await utimes(one, 100, 100);
    assert.equal(fingerprint([two, one]), before);
    assert.notEqual(fingerprint([one]), before);
    await writeFile(two, '3');
    assert.notEqual(fingerprint([one, two]), before);
    assert.notEqual(fingerprint([one, join(folder, 'missing')]), before);
  }),
);

test(
  'compiled files without a source are removed with their maps and declarations',
  inFolder(async (folder) => {
    const [source, output] = [join(folder, 'src'), join(folder, 'dist')];
    await mkdir(join(source, 'page'), { recursive: true });
    await mkdir(join(output, 'page'), { recursive: true });
    await writeFile(join(source, 'kept.ts'), '');
    await writeFile(join(source, 'page/main.js'), '');
    const kept = [
      'kept.js',
      'kept.js.map',
      'kept.d.ts',
      'kept.d.ts.map',
      'page/main.js',
      '.tsbuildinfo',
      'a.css',
    ];
    const orphans = ['gone.js', 'gone.js.map', 'gone.d.ts', 'gone.d.ts.map', 'page/gone.test.js'];
    for (const name of [...kept, ...orphans]) await writeFile(join(output, name), '');
    removeOrphans(output, source);
    for (const name of kept) assert.ok(existsSync(join(output, name)), name);
    for (const name of orphans) assert.ok(!existsSync(join(output, name)), name);
  }),
);

test(
  'a missing folder has no files',
  inFolder(async (folder) => {
    assert.deepEqual(filesBelow(join(folder, 'missing')), []);
  }),
);
