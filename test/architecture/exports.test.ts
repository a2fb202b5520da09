import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FOLDERS = ['src', 'test', 'scripts', 'examples'];

const EXPORTED = /^export (?:async function|function|const|(?:abstract )?class) ([\w$]+)/gm;

test('what a module of src exports is named in another file', () => {
  const texts = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(?:m?js|ts)$/.test(file))
      .map((file) => [join(folder, file), readFileSync(join(ROOT, folder, file), 'utf8')] as const),
  );
  const files = new Map<string, number>();
  for (const [, text] of texts) {
    for (const word of new Set(text.match(/[\w$]+/g))) files.set(word, (files.get(word) ?? 0) + 1);
  }
  const unused = texts
    .filter(([file]) => file.startsWith('src') && file.endsWith('.ts'))
    .flatMap(([file, text]) => [...text.matchAll(EXPORTED)].map(([, name = '']) => ({ file, name })))
    .filter(({ name }) => files.get(name) === 1);
  assert.deepEqual(unused, [], 'drop the export, or the declaration');
});
