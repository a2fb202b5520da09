import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importedFiles, sourceFiles } from './imports.js';

/** The files of `src/` that each of them imports, for its types alone, too. */
const imports = new Map(sourceFiles().map((name) => [name, importedFiles(name)]));

/** A way from a file back to one that is on the way already, or null. */
function findCircle(name: string, way: readonly string[], done: Set<string>): string[] | null {
  if (way.includes(name)) return [...way.slice(way.indexOf(name)), name];
  if (done.has(name)) return null;
  for (const imported of imports.get(name) ?? []) {
    const circle = findCircle(imported, [...way, name], done);
    if (circle !== null) return circle;
  }
  done.add(name);
  return null;
}

test('there are no circular imports, including type-only imports', () => {
  assert.ok(imports.size > 600, 'the files were not found');
  assert.ok([...imports.values()].flat().length > 1000, 'the imports were not found');
  const done = new Set<string>();
  for (const name of imports.keys()) assert.equal(findCircle(name, [], done)?.join(' → '), undefined);
});
