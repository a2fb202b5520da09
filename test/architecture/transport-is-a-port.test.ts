import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importedFiles, sourceFiles, specifiers } from './imports.js';

/** Where RPC is tied to a kind of connection; everything else of it works on frame channels and handshakes. */
const KINDS = [
  'rpc/transport/websocket/',
  'rpc/transport/http/',
  'rpc/transport/ipc/',
  'rpc/transport/loopback-port.ts',
  'rpc/proxy/',
];
/** The table of transports may name them. */
const TABLE = 'rpc/transport/index.ts';
/** What carries connections. Type imports count, too: a signature with `IncomingMessage` in it is tied to HTTP. */
const CARRIERS = ['ws', 'node:http', 'node:https', 'node:http2', 'node:net', 'node:tls'];

const files = sourceFiles('rpc');
const free = files.filter((name) => !isOfKind(name));

function isOfKind(name: string): boolean {
  return KINDS.some((kind) => name.startsWith(kind));
}

test('within RPC only transports and the proxy import network modules', () => {
  assert.ok(free.length > 60, 'the files were not found');
  const wrong = free.flatMap((name) =>
    specifiers(name)
      .filter((specifier) => CARRIERS.includes(specifier))
      .map((specifier) => `${name}: ${specifier}`),
  );
  assert.deepEqual(wrong, []);
  assert.ok(files.some((name) => specifiers(name).includes('ws')));
});

test('within RPC only the transport table imports a transport', () => {
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
