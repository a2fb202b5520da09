import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SOURCES = new Set(['.ts', '.js', '.mjs', '.css', '.cc', '.h', '.mm']);
const MAX_LINES = 250;
/** Written by `npm run docs`, and compared with the declarations by a test. */
const GENERATED = join('src', 'kit', 'types');

test('no source file is longer than 250 lines', () => {
  const files = ['src', 'native', 'scripts', 'examples'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => SOURCES.has(extname(name)))
      .map((name) => join(folder, name))
      .filter((name) => dirname(name) !== GENERATED),
  );
  assert.ok(files.length > 900, 'the files were not found');
  const long = files.filter(
    (name) => readFileSync(join(ROOT, name), 'utf8').trimEnd().split('\n').length > MAX_LINES,
  );
  assert.deepEqual(long, []);
});
