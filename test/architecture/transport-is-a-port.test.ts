import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const rpc = resolve(dirname(fileURLToPath(import.meta.url)), '../../src/rpc');

/** Where RPC is tied to a kind of connection; everything else of it works on frame channels and handshakes. */
const KINDS = ['transport/websocket/', 'transport/http/', 'transport/loopback-port.ts', 'proxy/'];
/** The table of transports may name them. */
const TABLE = 'transport/index.ts';
/** What carries connections. Type imports count, too: a signature with `IncomingMessage` in it is tied to HTTP. */
const CARRIERS = ['ws', 'node:http', 'node:https', 'node:http2', 'node:net', 'node:tls'];

const files = readdirSync(rpc, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
const free = files.filter((name) => !isOfKind(name));

function isOfKind(name: string): boolean {
  return KINDS.some((kind) => name.startsWith(kind));
}

function specifiers(name: string): string[] {
  const found = readFileSync(join(rpc, name), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g);
  return [...found].map(([, specifier = '']) => specifier);
}

/** What a file imports of RPC, by its path below src/rpc. */
function importedFiles(name: string): string[] {
  return specifiers(name)
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => relative(rpc, resolve(rpc, dirname(name), specifier)).replace(/\.js$/, '.ts'));
}

test('of RPC only the folders of transports and the proxy import what carries connections', () => {
  assert.ok(free.length > 60, 'the files were not found');
  const wrong = free.flatMap((name) =>
    specifiers(name)
      .filter((specifier) => CARRIERS.includes(specifier))
      .map((specifier) => `${name}: ${specifier}`),
  );
  assert.deepEqual(wrong, []);
  assert.ok(files.some((name) => specifiers(name).includes('ws')));
});

test('of RPC only the table of transports imports a transport', () => {
  const wrong = free
    .filter((name) => name !== TABLE)
    .flatMap((name) =>
      importedFiles(name)
        .filter(isOfKind)
        .map((imported) => `${name}: ${imported}`),
    );
  assert.deepEqual(wrong, []);
  assert.ok(importedFiles(TABLE).some(isOfKind), 'the table was not found');
});
