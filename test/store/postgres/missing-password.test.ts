import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { Connection } from '#guildhall/store/postgres/connection.js';
import { readConnectionUrl } from '#guildhall/store/postgres/connection-settings.js';

/** A message of the server by which it asks for authentication. */
function authentication(kind: number, data: string): Buffer {
  const body = Buffer.from(data, 'latin1');
  const message = Buffer.alloc(9 + body.length, 'R');
  message.writeUInt32BE(8 + body.length, 1);
  message.writeUInt32BE(kind, 5);
  body.copy(message, 9);
  return message;
}

test('a server that asks for a missing password is an error that names the file', async () => {
  const replies = [authentication(10, 'SCRAM-SHA-256\0\0'), authentication(11, 'r=nonce,s=c2FsdA==,i=4096')];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', () => {
      const reply = replies.shift();
      if (reply !== undefined) socket.write(reply);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { PGPASSFILE } = process.env;
  process.env.PGPASSFILE = '/nonexistent';
  try {
    const { port } = server.address() as AddressInfo;
    const settings = readConnectionUrl(`postgres://me@127.0.0.1:${port}/chat?sslmode=disable`);
    await assert.rejects(Connection.open(settings), /the server asks for a password, .*\.pgpass, mode 0600/);
  } finally {
    if (PGPASSFILE === undefined) delete process.env.PGPASSFILE;
    else process.env.PGPASSFILE = PGPASSFILE;
    server.close();
  }
});
