import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { OPERATIONS } from '#guildhall/api/rest/operations.js';

const src = resolve(dirname(fileURLToPath(import.meta.url)), '../../src');
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));

test('operations declare bodies by name, except OAuth2 bodies', () => {
  const bodies = OPERATIONS.filter(({ body }) => body !== null);
  const named = bodies.filter(({ body }) => typeof body === 'string');
  assert.ok(named.length > 20, 'the bodies were not found');
  const other = bodies.filter(({ body, path }) => typeof body !== 'string' && !path.startsWith('/oauth2/'));
  assert.deepEqual(
    other.map(({ name }) => name),
    [],
  );
});

test('only versions import body schemas', () => {
  const schemas = /import[^;]*\w+Body\b[^;]*from '[^']*protocol\/rest\/(?!oauth2)[\w-]+-bodies\.js'/;
  const wrong = files
    .filter((name) => !name.startsWith('api/versions/') && !name.startsWith('protocol/'))
    .filter((name) =>
      [...readFileSync(join(src, name), 'utf8').matchAll(/^import[^;]*;/gm)].some(([statement]) =>
        schemas.test(statement),
      ),
    );
  assert.deepEqual(wrong, []);
  assert.ok(files.includes('api/versions/v6/bodies/index.ts'));
});
