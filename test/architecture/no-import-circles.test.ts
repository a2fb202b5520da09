import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const src = resolve(dirname(fileURLToPath(import.meta.url)), '../../src');

/** The files of `src/` that each of them imports, for its types alone, too. */
const imports = new Map(
  readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => [name, importsOf(name)]),
);

function importsOf(name: string): string[] {
  const found = readFileSync(join(src, name), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)\.js'/g);
  return [...found].map(
    ([, specifier = '']) => `${relative(src, resolve(src, dirname(name), specifier))}.ts`,
  );
}

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
