import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { AttachmentFolder } from '#guildhall/api/attachments/attachment-folder.js';
import { openFile, sendStream } from '#guildhall/api/rest/cdn/file-streams.js';
import { closeHttpServer } from '#guildhall/net/http/close-http-server.js';
import { eventually } from '../../../helpers/eventually.js';
import { withTemporaryFolder } from '../../../helpers/temporary-folder.js';
import { withService } from '../../support/test-service.js';
import { messageForm } from '../../support/upload.js';
import { makeWorld } from '../../support/world.js';

const RANGE = { start: 0, end: 0 };

test('an open file is closed with its connection', () =>
  withTemporaryFolder(async (path) => {
    const folder = await AttachmentFolder.open(join(path, 'files'));
    await (await folder.create('1')).close();
    const [socket, other] = [new Socket(), new Socket()];
    const file = await openFile(folder, socket, '1', RANGE);
    const ofOther = await openFile(folder, other, '1', RANGE);
    socket.destroy();
    await eventually(() => file.closed);
    assert.equal(ofOther.closed, false);
    other.destroy();
    await eventually(() => ofOther.closed);
    const late = await openFile(folder, socket, '1', RANGE);
    await eventually(() => late.closed);
  }));

test('a file that fails is reported before its first byte, and breaks the connection after it', async () => {
  const failure = new Error('EIO');
  const head = { status: 200, headers: { 'content-length': '9' } };
  const files = [
    new Readable({ read: (): undefined => void files[0]?.destroy(failure) }),
    Readable.from([Buffer.from('abc'), Buffer.from('def')]),
  ];
  const errors: unknown[] = [];
  const server = createServer((request, response) => {
    const file = files[Number(request.url?.slice(1))] ?? assert.fail('no file');
    response.once('pipe', () => file.once('data', () => file.destroy(failure)));
    sendStream(response, head, file).catch((error: unknown) => {
      errors.push(error);
      response.writeHead(503).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const status = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${port}/${path}`);
      return [response.status, await response.text().catch(() => 'broken')];
    };
    assert.deepEqual(await status('0'), [503, '']);
    assert.deepEqual(errors, [failure]);
    assert.deepEqual(await status('1'), [200, 'broken']);
  } finally {
    await closeHttpServer(server);
  }
});

test('pipelined requests for a file are answered one after the other', () =>
  withService(async (service) => {
    const world = await makeWorld(service);
    const multipart = messageForm({ 'large.bin': Buffer.alloc(1_000_000) });
    const path = `/channels/${world.text}/messages`;
    const { attachments } = await service.ok('POST', path, { as: world.bot, multipart });
    const { host, hostname, pathname, port, search } = new URL(attachments[0].url);
    const socket = connect(Number(port), hostname);
    const statuses: string[] = [];
    let tail = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      // Megabytes that are searched again with each part of them would take minutes.
      const unread = tail + text;
      for (const [, status = ''] of unread.matchAll(/HTTP\/1\.1 (\d{3})/g)) statuses.push(status);
      tail = unread.slice(1 - 'HTTP/1.1 200'.length);
    });
    socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(40));
    await eventually(() => statuses.length === 40);
    socket.destroy();
    assert.deepEqual(new Set(statuses), new Set(['200']));
  }));
