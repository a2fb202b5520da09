import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';
import { RedirectFiles } from '#guildhall/control/console/redirect-files.js';

const URL = 'http://127.0.0.1:6490/#code=secret';

/** Runs a test with a home and a folder of a sandboxed browser beside it. */
function withFolders(run: (home: string, browserFolder: string) => Promise<void>): () => Promise<void> {
  return async () => {
    const folder = await mkdtemp(join(tmpdir(), 'guildhall-redirects-'));
    const home = join(folder, 'home');
    const browserFolder = join(folder, 'browser');
    try {
      for (const path of [home, browserFolder]) await mkdir(path, { mode: 0o700 });
      await run(home, browserFolder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}

const filesIn = (home: string, browserFolder: string | null) =>
  new RedirectFiles(home, {
    find: async () => browserFolder,
    list: async () => (browserFolder === null ? [] : [browserFolder]),
  });

test(
  'a redirect file is readable by its owner only, and its name does not repeat',
  withFolders(async (home) => {
    const files = filesIn(home, null);
    const umask = process.umask(0);
    try {
      const paths = await Promise.all(Array.from({ length: 8 }, () => files.create(URL)));
      assert.equal(new Set(paths).size, 8);
      for (const path of paths) assert.equal((await stat(path)).mode & 0o777, 0o600);
      assert.equal((await stat(dirname(paths[0] ?? ''))).mode & 0o777, 0o700);
      assert.match(
        await readFile(paths[0] ?? '', 'utf8'),
        /content="0;url=http:\/\/127\.0\.0\.1:6490\/#code=secret"/,
      );
    } finally {
      process.umask(umask);
    }
  }),
);

test(
  'a redirect file is in the folder that the browser needs, if it needs one',
  withFolders(async (home, browserFolder) => {
    assert.equal(dirname(await filesIn(home, browserFolder).create(URL)), browserFolder);
    assert.equal(dirname(await filesIn(home, null).create(URL)), join(home, 'redirects'));
  }),
);

test(
  'redirect files are removed one by one, and all of them by a stop',
  withFolders(async (home, browserFolder) => {
    const files = filesIn(home, browserFolder);
    const first = await files.create(URL);
    const second = await files.create(URL);
    await files.remove(first);
    assert.deepEqual(await readdir(browserFolder), [basename(second)]);
    await files.stop();
    assert.deepEqual(await readdir(browserFolder), []);
  }),
);

test(
  'files of a killed daemon are removed, those of other homes and of the person stay',
  withFolders(async (home, browserFolder) => {
    await filesIn(home, browserFolder).create(URL);
    await filesIn(home, null).create(URL);
    const foreign = await filesIn(`${home}-other`, browserFolder).create(URL);
    await writeFile(join(browserFolder, 'guildhall.html'), 'notes');
    const next = filesIn(home, browserFolder);
    const own = await next.create(URL);
    await next.removeStale();
    assert.deepEqual(
      new Set(await readdir(browserFolder)),
      new Set([basename(foreign), basename(own), 'guildhall.html']),
    );
    assert.deepEqual(await readdir(join(home, 'redirects')), []);
  }),
);
