import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const text = readFileSync(`${root}docs/threat-model.md`, 'utf8');
const HEAD = '| Asset | Attack | Defense | Test |';

/** The rows of the tables of threats, each as its cells. */
const rows = text
  .split('\n\n')
  .filter((block) => block.startsWith(HEAD))
  .flatMap((table) => table.trim().split('\n').slice(2))
  .map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

test('each threat of docs/threat-model.md has an asset, an attack, a defense and a test', () => {
  assert.ok(rows.length >= 25, `${rows.length} threats were found`);
  for (const cells of rows) {
    assert.equal(cells.length, 4, cells.join(' | '));
    assert.ok(
      cells.every((cell) => cell !== ''),
      cells.join(' | '),
    );
    assert.match(cells[3] ?? '', /`test\/[\w./-]+\.test\.ts`/, `no test: ${cells.join(' | ')}`);
  }
});

test('every test and document in docs/threat-model.md exists', () => {
  const named = [...text.matchAll(/`(test\/[^`]+)`|\b(docs\/[\w./-]+\.md)/g)].map(
    ([, path, doc]) => path ?? doc,
  );
  assert.ok(named.length >= 40);
  assert.deepEqual(
    named.filter((path) => !existsSync(`${root}${path}`)),
    [],
  );
});

test('every threat names an asset from the asset table', () => {
  const table = text.split('\n\n').find((block) => block.startsWith('| Asset | Where it is |')) ?? '';
  const assets = [...table.matchAll(/^\| (\w+) \|/gm)]
    .map(([, asset]) => asset)
    .filter((asset) => asset !== 'Asset');
  assert.ok(assets.length >= 5);
  for (const [asset = ''] of rows) {
    for (const each of asset.split(', ')) assert.ok(each === 'all' || assets.includes(each), each);
  }
});
