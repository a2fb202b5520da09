import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { assertServesRpc, makeFolder, VERSION } from './support/made-packages.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const script = (name: string) => import(new URL(`scripts/lib/package/${name}.mjs`, `file://${ROOT}`).href);

const { collectNativeModules, listPrebuilt } = (await script('native-modules')) as {
  collectNativeModules(root: string, output: string): unknown;
  listPrebuilt(output: string): readonly { glibc: string }[];
};
const { buildTree } = (await script('build-tree')) as {
  buildTree(folder: string, options: { version: string; prebuilt: readonly object[] }): void;
};
const { findBrokenLinks, finishDocuments, projectPage, requireProjectPage } = (await script('documents')) as {
  findBrokenLinks(folder: string): string[];
  finishDocuments(folder: string, build: { glibc: string | null; version: string }): void;
  projectPage(): { url: string; isSet: boolean };
  requireProjectPage(): void;
};

test('a package with native modules from this checkout serves RPC and loads its drivers', async () => {
  const folder = makeFolder();
  const [prebuilds, tree] = [join(folder, 'prebuilds'), join(folder, 'guildhall')];
  mkdirSync(prebuilds);
  await collectNativeModules(ROOT, prebuilds);
  const prebuilt = listPrebuilt(prebuilds);
  buildTree(tree, { version: VERSION, prebuilt });
  assert.deepEqual(findBrokenLinks(tree), []);
  const [glibc] = prebuilt.map((one) => one.glibc);
  for (const page of ['README.md', 'docs/operating.md'])
    assert.match(readFileSync(join(tree, page), 'utf8'), new RegExp(`glibc ${glibc} or newer`), page);
  // packages.test.ts packs it.
  await assertServesRpc(join(tree, 'dist/cli/main.js'));
});

test('links to files that are not in a package lead to the project, and code stays as it is', () => {
  const folder = makeFolder();
  const page = join(folder, 'page.md');
  const code = '```cpp\non_ready = [&](const Json&) {};\n```\n';
  writeFileSync(page, `${code}[here](README.md#more) and [elsewhere](test/README.md)\n`);
  finishDocuments(folder, { glibc: null, version: VERSION });
  const elsewhere = `${projectPage().url}/blob/v${VERSION}/test/README.md`;
  assert.equal(readFileSync(page, 'utf8'), `${code}[here](README.md#more) and [elsewhere](${elsewhere})\n`);
});

test('a release is refused while package.json has a placeholder repository URL', () => {
  if (projectPage().isSet) requireProjectPage();
  else assert.throws(requireProjectPage, /set "repository" before a release/);
});
