import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const audit = join(root, 'test/audit');

/** Packages the audit may use: none of them is the project. */
const PACKAGES = ['ws'];

test('the audit imports nothing but itself, Node.js and a WebSocket client', () => {
  const sources = readdirSync(audit, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  assert.ok(sources.length > 20, 'the audit was not found');
  const wrong = sources.flatMap((name) =>
    specifiers(join(audit, name))
      .filter((specifier) => !isAllowed(join(audit, name), specifier))
      .map((specifier) => `${name}: ${specifier}`),
  );
  assert.deepEqual(wrong, []);
});

function specifiers(path: string): string[] {
  const found = readFileSync(path, 'utf8').matchAll(/\b(?:from |import |import\(|require\()'([^'\s]+)'/g);
  return [...found].map(([, specifier = '']) => specifier);
}

function isAllowed(path: string, specifier: string): boolean {
  if (specifier.startsWith('node:') || PACKAGES.includes(specifier)) return true;
  return specifier.startsWith('.') && !relative(audit, resolve(dirname(path), specifier)).startsWith('..');
}
