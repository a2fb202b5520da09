import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { test } from 'node:test';
import { SourceMap } from '#guildhall/platform/bundle/source-map.js';
import { indexSourceMap } from '#guildhall/platform/bundle/source-map-index.js';

const text = readFileSync(new URL('../../../dist/bundle/cli.cjs.map', import.meta.url), 'utf8');

/** A source map with its index, as a bundle has it. */
function open(text: string): SourceMap {
  return new SourceMap(indexSourceMap(text), (offset, length) => text.slice(offset, offset + length));
}

test('positions match those of the SourceMap class of Node.js', () => {
  const ours = open(text);
  const theirs = new nodeModule.SourceMap(JSON.parse(text));
  let found = 0;
  for (let line = 1; line < 14_000; line += 41) {
    for (const column of [1, 23, 80, 161]) {
      const expected = theirs.findEntry(line - 1, column - 1);
      const actual = ours.find(line, column);
      // Node.js continues with the end of an earlier line where a line has no mapping so far.
      if (!('originalSource' in expected) || expected.generatedLine !== line - 1) continue;
      found += 1;
      assert.deepEqual(
        actual,
        {
          source: expected.originalSource,
          line: expected.originalLine + 1,
          column: expected.originalColumn + 1,
        },
        `${line}:${column}`,
      );
    }
  }
  assert.ok(found > 1000, 'no positions were compared');
});

test('a position outside the mappings has no source', () => {
  const map = open(JSON.stringify({ sources: ['a.ts'], mappings: ';EAAA,A' }));
  assert.equal(map.find(1, 1), null);
  assert.equal(map.find(2, 2), null);
  assert.deepEqual(map.find(2, 3), { source: 'a.ts', line: 1, column: 1 });
  assert.equal(map.find(3, 1), null);
  assert.equal(map.find(0, 0), null);
});

test('a position is found without decoding the other lines', () => {
  const read: number[] = [];
  const map = new SourceMap(indexSourceMap(text), (offset, length) => {
    read.push(length);
    return text.slice(offset, offset + length);
  });
  assert.ok(map.find(9_000, 100));
  assert.equal(read.length, 1);
  assert.ok((read[0] ?? 0) < 5_000, `read ${read[0]} bytes`);
});
