import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { OPERATIONS } from '#guildhall/api/rest/operations.js';

const text = readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8');

interface Document {
  paths: Record<string, Record<string, { operationId: string; 'x-fires'?: string[] }>>;
}

test('the document has every operation with a unique id, and all references resolve', () => {
  const document = JSON.parse(text) as Document;
  const items = Object.values(document.paths).flatMap((item) => Object.values(item));
  assert.equal(items.length, OPERATIONS.length);
  assert.equal(new Set(items.map(({ operationId }) => operationId)).size, OPERATIONS.length);
  for (const [, reference = ''] of text.matchAll(/"\$ref": "#\/([^"]+)"/g)) {
    const found = reference.split('/').reduce<unknown>((within, key) => Object(within)[key], document);
    assert.notEqual(found, undefined, reference);
  }
});
