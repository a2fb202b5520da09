import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { ndjson } from '#guildhall/control/control-client.js';
import type { Emit } from '#guildhall/control/operation.js';
import { sendStream } from '#guildhall/control/server/stream-reply.js';
import { closeHttpServer } from '#guildhall/net/http/close-http-server.js';
import { Deferred } from '#guildhall/platform/async/promises.js';
import { systemClock } from '#guildhall/platform/clock.js';

/** More than the largest buffer of a stream. */
const FLOOD = 4 * 1024 * 1024;
const ITEM = { filler: 'x'.repeat(1000) };

/** Opens a stream whose items a test emits, and passes the response, unread. */
async function withStream(
  run: (emit: Emit<unknown>, end: () => void, response: IncomingMessage) => Promise<void>,
) {
  const [begun, ended] = [new Deferred<Emit<unknown>>(), new Deferred<void>()];
  const server = createServer(
    (_request, response) =>
      void sendStream(response, new AbortController().signal, systemClock, async (emit) => {
        emit('first');
        begun.resolve(emit);
        await ended.promise;
      }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const response = new Deferred<IncomingMessage>();
    const outgoing = request({ host: '127.0.0.1', port }, (incoming) => response.resolve(incoming));
    outgoing.on('error', (error) => response.reject(error)).end();
    await run(await begun.promise, () => ended.resolve(), await response.promise);
  } finally {
    ended.resolve();
    await closeHttpServer(server);
  }
}

test('droppable items are dropped while the reader is slow, and the others arrive', () =>
  withStream(async (emit, end, response) => {
    for (let sent = 0; sent < FLOOD; sent += 1000) emit(ITEM, 'droppable');
    emit('last');
    end();
    const lines: string[] = [];
    for await (const line of ndjson(response)) lines.push(line);
    assert.equal(lines[0], '"first"');
    assert.equal(lines.at(-1), '"last"');
    assert.ok(lines.length * 1000 < FLOOD / 2, `${lines.length} items were buffered`);
  }));

test('a stream ends if a slow reader does not read what may not be dropped', () =>
  withStream(async (emit, _end, response) => {
    for (let sent = 0; sent < FLOOD; sent += 1000) emit(ITEM);
    await assert.rejects(async () => {
      for await (const _line of ndjson(response)) await null;
    });
  }));
