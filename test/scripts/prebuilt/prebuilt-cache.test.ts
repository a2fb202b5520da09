import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { onlyPosix } from '../../helpers/only-on.js';
import { withTemporaryFolder } from '../../helpers/temporary-folder.js';

interface Cache {
  exists(): boolean;
  restore(name: string, folder: string): boolean;
  save(name: string, folder: string): void;
}

const CACHE_URL = new URL('../../../scripts/lib/prebuilt/prebuilt-cache.mjs', import.meta.url).href;
const { PrebuiltCache } = (await import(CACHE_URL)) as {
  PrebuiltCache: new (sources: string, root: string) => Cache;
};

const MODULE = 'build/Release/addon.node';

interface Fixture {
  /** the folder of all entries */
  readonly root: string;
  readonly cache: Cache;
  /** a package's folder without modules */
  readonly target: string;
}

/** Runs a test with a cache that has the module of the package `addon`. */
function withEntry(run: (fixture: Fixture) => void): () => Promise<void> {
  return () =>
    withTemporaryFolder(async (folder) => {
      const [root, source, target] = ['cache', 'source', 'target'].map((name) => join(folder, name)) as [
        string,
        string,
        string,
      ];
      mkdirSync(join(source, 'build/Release/obj.target'), { recursive: true });
      writeFileSync(join(source, MODULE), 'compiled');
      writeFileSync(join(source, 'build/Release/obj.target/addon.o'), 'left behind');
      mkdirSync(target);
      const cache = new PrebuiltCache('sources', root);
      cache.save('addon', source);
      run({ root, cache, target });
    });
}

/** The folder of the only entry. */
function entryOf(root: string): string {
  const [sources = ''] = readdirSync(root);
  return join(root, sources, 'addon');
}

test(
  'compiled modules are restored for the same sources',
  withEntry(({ root, cache, target }) => {
    assert.ok(cache.restore('addon', target));
    assert.equal(readFileSync(join(target, MODULE), 'utf8'), 'compiled');
    assert.deepEqual(readdirSync(join(target, 'build/Release')), ['addon.node']);
    assert.ok(!cache.restore('other', target));
    assert.ok(!new PrebuiltCache('other sources', root).restore('addon', target));
  }),
);

/** A disk that is full in the middle of a file: no file may be larger than 8 blocks. */
const LIMITED = 'ulimit -f 8; exec "$0" --input-type=module -e "$1"';
const noShell = onlyPosix('there is no sh on Windows');

test('a failed restore leaves the existing module unchanged', { skip: noShell }, () =>
  withTemporaryFolder(async (folder) => {
    const [root, source, target] = ['cache', 'source', 'target'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    for (const [package_, content] of [
      [source, 'x'.repeat(100_000)],
      [target, 'former'],
    ] as const) {
      mkdirSync(join(package_, 'build/Release'), { recursive: true });
      writeFileSync(join(package_, MODULE), content);
    }
    new PrebuiltCache('sources', root).save('addon', source);
    const script = `
      import { PrebuiltCache } from ${JSON.stringify(CACHE_URL)};
      new PrebuiltCache('sources', ${JSON.stringify(root)}).restore('addon', ${JSON.stringify(target)});
    `;
    const { status, stderr } = spawnSync('sh', ['-c', LIMITED, process.execPath, script], {
      encoding: 'utf8',
    });
    assert.notEqual(status, 0);
    assert.match(stderr, /EFBIG/);
    assert.equal(readFileSync(join(target, MODULE), 'utf8'), 'former');
    assert.deepEqual(readdirSync(join(target, 'build/Release')), ['addon.node']);
  }),
);

const UNTRUSTED: [string, (root: string) => void][] = [
  ['is damaged', (root) => writeFileSync(join(entryOf(root), 'addon.node'), 'Compiled')],
  ['has no checksums left', (root) => writeFileSync(join(entryOf(root), 'checksums.json'), '')],
  ['is incomplete', (root) => renameSync(join(entryOf(root), 'addon.node'), join(entryOf(root), 'moved'))],
  ['others can write to', (root) => chmodSync(join(entryOf(root), 'addon.node'), 0o666)],
  ['is in a folder that others can write to', (root) => chmodSync(entryOf(root), 0o777)],
  ['is below a folder that the group can write to', (root) => chmodSync(root, 0o770)],
  [
    'is a link',
    (root) => {
      renameSync(entryOf(root), `${root}-moved`);
      symlinkSync(`${root}-moved`, entryOf(root).replace(/addon$/, 'addon'));
    },
  ],
];

for (const [title, change] of UNTRUSTED)
  test(
    `a module that ${title} is not restored`,
    withEntry(({ root, cache, target }) => {
      change(root);
      assert.ok(!cache.restore('addon', target));
      assert.ok(!existsSync(join(target, MODULE)));
    }),
  );

test('the cache keeps modules for the ten most recently used sources', () =>
  withTemporaryFolder(async (folder) => {
    const root = join(folder, 'cache');
    const source = join(folder, 'source');
    mkdirSync(join(source, 'build/Release'), { recursive: true });
    writeFileSync(join(source, MODULE), 'compiled');
    for (let index = 0; index < 15; index += 1)
      new PrebuiltCache(`sources ${index}`, root).save('addon', source);
    assert.equal(readdirSync(root).length, 10);
    assert.ok(new PrebuiltCache('sources 14', root).exists());
  }));
