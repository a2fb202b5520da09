import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, test } from 'node:test';
import { StoreError, UnreachableError } from '#guildhall/store/errors.js';
import { Connection } from '#guildhall/store/postgres/connection.js';
import { readConnectionUrl } from '#guildhall/store/postgres/connection-settings.js';
import { withTemporaryFolder } from '../../helpers/temporary-folder.js';

const open = (url: string) => Connection.open(readConnectionUrl(url));

describe('An unreachable PostgreSQL server is retried', () => {
  test('if its socket does not exist yet', async () => {
    await withTemporaryFolder(async (folder) => {
      const url = `postgres://me@localhost/chat?host=${encodeURIComponent(folder)}`;
      await assert.rejects(open(url), UnreachableError);
    });
  });

  test('if a proxy in front of it closes the connection', async () => {
    const proxy = createServer((socket) =>
      socket
        .on('error', () => undefined)
        .resume()
        .end(),
    );
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const { port } = proxy.address() as AddressInfo;
    try {
      await assert.rejects(open(`postgres://me@127.0.0.1:${port}/chat?sslmode=disable`), UnreachableError);
    } finally {
      proxy.close();
    }
  });

  test('but not if a file of its certificates is missing', async () => {
    const missing = open('postgres://me@127.0.0.1/chat?sslmode=require&sslrootcert=/nonexistent');
    await assert.rejects(
      missing,
      (error) => error instanceof StoreError && !(error instanceof UnreachableError),
    );
  });
});
