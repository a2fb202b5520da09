import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = new URL('../../', import.meta.url);
const BUNDLED = new URL('dist/node_modules/typebox/', ROOT);

function targetsOf(folder: URL): Map<string, string> {
  const manifest = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')) as {
    exports: Record<string, string | { import: string }>;
  };
  return new Map(
    Object.entries(manifest.exports).map(([name, target]) => [
      name,
      new URL(typeof target === 'string' ? target : target.import, folder).href,
    ]),
  );
}

test('the bundled TypeBox has the exports of the installed package', async () => {
  const installed = targetsOf(new URL('node_modules/typebox/', ROOT));
  const bundled = targetsOf(BUNDLED);
  assert.deepEqual([...bundled.keys()], [...installed.keys()]);
  for (const [name, target] of bundled) {
    const [actual, expected] = await Promise.all([import(target), import(installed.get(name) ?? '')]);
    assert.deepEqual(Object.keys(actual), Object.keys(expected), name);
  }
});

test('modules in dist load the bundled TypeBox', () => {
  const fromDist = createRequire(new URL('dist/protocol/schema.js', ROOT));
  const [nearest] =
    fromDist.resolve.paths('typebox')?.filter((folder) => existsSync(join(folder, 'typebox'))) ?? [];
  assert.equal(nearest, fileURLToPath(new URL('dist/node_modules', ROOT)));
});
