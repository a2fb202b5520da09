import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FOLDERS = ['src', 'native', 'test', 'docs'];
const PAGES = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md'];
const TEXT = /\.(?:ts|js|html|css|md|h|cc|mm)$/;
/** This file names the words; the conformance page quotes the specification. */
const EXEMPT = ['test/architecture/vocabulary.test.ts', 'docs/conformance.md'];

/** Words and phrases that are not technical English, each with the usual term. */
const REPLACED: readonly (readonly [RegExp, string])[] = [
  [/\bhappenings?\b/i, 'event'],
  [/\bwhoever\b/i, 'name the user, client or caller'],
  [/\b(?:is|was|are|were|be) let in\b/i, 'is authorized, is accepted'],
  [/\b(?:cannot|is not|are not|is to|are to) be had\b/i, 'is unavailable'],
  [/\blies beside\b/i, 'is next to'],
  [/\b(?:tells|hears?) of\b/i, 'reports, receives'],
  [/\bhears? (?:keys|events|buttons|nothing|changes)\b/i, 'receives, reads'],
  [/\bmends?\b/i, 'hint'],
  [/\bdeeds?\b/i, 'operation'],
  [/\bwitness(?:es)?\b/i, 'observer, recorder'],
  [
    /\b(?:readIfThere|lastWords|untilToldToStop|surviveMistakes|publicFace|ownFace)\b/,
    'see CONTRIBUTING.md, Style',
  ],
];

function* filesIn(folder: string): Generator<string> {
  for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesIn(path);
    else if (TEXT.test(entry.name)) yield path;
  }
}

/** Uses of a word or phrase that has a usual term, e.g. `src/a.ts:3: hears; use: receives`. */
function findReplaced(path: string, text: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    const found = REPLACED.flatMap(([pattern, term]) => {
      const match = pattern.exec(line);
      return match === null ? [] : [`${path}:${index + 1}: ${match[0]}; use: ${term}`];
    });
    return found.slice(0, 1);
  });
}

test('sources, tests and documents use the usual technical terms', () => {
  const files = [...FOLDERS.flatMap((folder) => [...filesIn(folder)]), ...PAGES].filter(
    (path) => !EXEMPT.includes(relative('', path)),
  );
  assert.ok(files.length > 1000, 'the files were not found');
  const found = files.flatMap((path) => findReplaced(path, readFileSync(join(ROOT, path), 'utf8')));
  assert.deepEqual(found, []);
});

test('the vocabulary check finds a replaced word in a comment', () => {
  assert.deepEqual(findReplaced('a.ts', 'const a = 1;\n// whoever connects'), [
    'a.ts:2: whoever; use: name the user, client or caller',
  ]);
  assert.deepEqual(findReplaced('a.ts', '// a recommendation that is heard'), []);
});
