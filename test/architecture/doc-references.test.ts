import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const src = join(root, 'src');

/** `(docs/rest.md, Files)`: a page and, perhaps, what it has a heading or a row of a table for. */
const REFERENCE = /\b(docs\/[\w./-]+\.md)(?:, ([A-Z][^),;:.]*))?/g;

const references = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .flatMap((name) => {
    // A reference may go on in the next line of a comment.
    const text = readFileSync(join(src, name), 'utf8').replaceAll(/\n\s*(?:\*|\/\/) ?/g, ' ');
    return [...text.matchAll(REFERENCE)].map(([, page = '', subject]) => ({ name, page, subject }));
  });

/** The headings of a page and the first cells of its tables. */
function subjectsOf(page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(/^(?:#+|\|) `?([^|`\n]+)/gm)].map(([, subject = '']) => subject.trim());
}

test('every page of docs/ that a comment refers to exists', () => {
  assert.ok(references.length > 100, `${references.length} references were found`);
  assert.deepEqual(
    references.filter(({ page }) => !existsSync(join(root, page))),
    [],
  );
});

test('a page has a heading or a row for everything it is referred to for', () => {
  const wrong = references.filter(
    ({ page, subject }) =>
      subject !== undefined && !subjectsOf(page).some((known) => subject.trim().startsWith(known)),
  );
  assert.deepEqual(wrong, []);
});

test('what RPC commands and events say of themselves refers to no document outside the repository', () => {
  const text = readFileSync(join(root, 'docs/rpc.md'), 'utf8');
  assert.doesNotMatch(text, /\b(?:interface|rpc-facts|rest-facts)\.md\b/);
});
