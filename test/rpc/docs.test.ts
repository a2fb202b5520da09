import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { COMMANDS } from '#guildhall/rpc/commands/index.js';
import { RPC_EVENTS } from '#guildhall/rpc/events/index.js';

const ROOT = new URL('../../', import.meta.url);

interface Documents {
  documents(): Promise<{ path: string; text: string }[]>;
}

const { documents } = (await import(new URL('scripts/lib/docs/documents.mjs', ROOT).href)) as Documents;
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');

for (const { path, text } of await documents()) {
  test(`${path} matches the declarations; otherwise run npm run docs`, () => {
    // Not the whole texts: nobody reads a difference of thousands of lines.
    const [is, shall] = [read(path).split('\n'), text.split('\n')];
    const at = shall.findIndex((line, index) => line !== is[index]);
    assert.deepEqual([at, is[at], is.length], [-1, undefined, shall.length], `it shall say: ${shall[at]}`);
  });
}

test('the page describes every command and every event', () => {
  const page = read('docs/rpc.md');
  for (const name of [...COMMANDS.keys(), ...RPC_EVENTS.keys()]) {
    assert.match(page, new RegExp(`^### ${name}\n\n[A-Z\`]`, 'm'), name);
  }
});

test('the AsyncAPI document has every command, its reply and every event, and refers to nothing that is not there', () => {
  const text = read('docs/asyncapi.json');
  const document = JSON.parse(text) as { operations: object; components: { messages: object } };
  const replies = [...COMMANDS.keys()].map((cmd) => `${cmd}.reply`);
  const operations = ['READY', ...COMMANDS.keys(), ...RPC_EVENTS.keys()];
  assert.deepEqual(new Set(Object.keys(document.operations)), new Set(operations));
  assert.deepEqual(
    new Set(Object.keys(document.components.messages)),
    new Set([...operations, ...replies, 'ERROR']),
  );
  const references = [...text.matchAll(/"\$ref": "#\/([^"]+)"/g)];
  assert.ok(references.length > operations.length);
  for (const [, reference = ''] of references) {
    const found = reference.split('/').reduce<unknown>((within, key) => Object(within)[key], document);
    assert.notEqual(found, undefined, reference);
  }
});
