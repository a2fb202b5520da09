import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FOLDERS = ['src', 'test', 'scripts', 'examples'];

const EXPORTED = /^export (?:async function|function|const|(?:abstract )?class) ([\w$]+)/gm;
/** A getter or method of a class, or a method of an object. */
const MEMBER = /^ {2}(?:static |async |get )*([a-z][\w$]*)\(.*\{$/gm;
const COMMENT = /^\s*(?:\/\*|\*|\/\/).*$/gm;

const texts = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:m?js|ts)$/.test(file))
    .map((file) => [join(folder, file), readFileSync(join(ROOT, folder, file), 'utf8')] as const),
);
const sources = texts.filter(([file]) => file.startsWith('src') && file.endsWith('.ts'));

function* namesBy(pattern: RegExp) {
  for (const [file, text] of sources) {
    for (const [, name = ''] of text.matchAll(pattern)) yield { file, name };
  }
}

test('what a module of src exports is named in another file', () => {
  const files = new Map<string, number>();
  for (const [, text] of texts) {
    for (const word of new Set(text.match(/[\w$]+/g))) files.set(word, (files.get(word) ?? 0) + 1);
  }
  const unused = [...namesBy(EXPORTED)].filter(({ name }) => files.get(name) === 1);
  assert.deepEqual(unused, [], 'drop the export, or the declaration');
});

test('what a module of src exports, and what its classes offer, is used outside tests', () => {
  const uses = new Map<string, number>();
  for (const [file, text] of texts) {
    const code = file.endsWith('.ts') ? text.replaceAll(COMMENT, '') : text;
    if (file.startsWith('test')) continue;
    for (const word of code.match(/[\w$]+/g) ?? []) uses.set(word, (uses.get(word) ?? 0) + 1);
  }
  const onlyTested = [...namesBy(EXPORTED), ...namesBy(MEMBER)].filter(({ name }) => uses.get(name) === 1);
  assert.deepEqual(onlyTested, [], 'move it to test/helpers, or drop it');
});
