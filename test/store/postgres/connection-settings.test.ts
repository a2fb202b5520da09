import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { UserError } from '#guildhall/platform/errors.js';
import { readConnectionUrl } from '#guildhall/store/postgres/connection-settings.js';
import { withTemporaryFolder } from '../../helpers/temporary-folder.js';

const refusal = (url: string) => {
  try {
    readConnectionUrl(url);
  } catch (error) {
    assert.ok(error instanceof UserError);
    return error.message;
  }
  return null;
};

describe('The URL of a PostgreSQL database', () => {
  test('names server, role and database', async () => {
    const settings = readConnectionUrl(
      'postgresql://the%20role@db.example:5433/chat?options=-c%20search_path%3Dchat',
    );
    const { host, port, user, database, options } = await settings.client();
    assert.deepEqual(
      [host, port, user, database, options],
      ['db.example', 5433, 'the role', 'chat', '-c search_path=chat'],
    );
    assert.equal(settings.address, 'postgres://db.example:5433/chat');
  });

  test('may name the folder of a socket', async () => {
    const { host, database } = await readConnectionUrl('postgres://me@localhost/chat?host=/run/pg').client();
    assert.deepEqual([host, database], ['/run/pg', 'chat']);
  });

  test('has no password, and no refusal repeats it', () => {
    for (const url of [
      'postgres://me:hunter2@db.example/chat',
      'postgres://me@db.example/chat?password=hunter2',
      'postgres://me:hunter2@db.example/chat/more',
      'http://me:hunter2@db.example/chat',
      'postgres://me:hunter2@db.example/chat?nonsense=1',
      'postgres://me:hunter2@db.example:port/chat',
    ]) {
      assert.doesNotMatch(refusal(url) ?? 'hunter2', /hunter2/, url);
    }
  });

  test('has no parameter that would be ignored', () => {
    assert.match(refusal('postgres://db.example/chat?sslmod=require') ?? '', /"sslmod"/);
    assert.match(refusal('postgres://db.example/chat?sslmode=prefer') ?? '', /sslmode must be one of/);
    assert.equal(refusal('postgres://db.example/chat?sslmode=require'), null);
  });

  test('uses TLS and checks the identity of the server, except on this machine', async () => {
    const tls = async (url: string) => (await readConnectionUrl(url).client()).ssl;
    assert.deepEqual(await tls('postgres://db.example/chat'), {
      rejectUnauthorized: true,
      servername: 'db.example',
    });
    assert.deepEqual(await tls('postgres://192.0.2.1/chat'), { rejectUnauthorized: true });
    for (const host of ['localhost', '127.0.0.1', '[::1]', '']) {
      assert.equal(await tls(`postgres://${host}/chat`), false, host);
    }
    // A name that only begins like this machine is another one.
    assert.notEqual(await tls('postgres://127.example/chat'), false);
  });

  test('names certificates, which are read each time', async () => {
    await withTemporaryFolder(async (folder) => {
      const path = join(folder, 'root.pem');
      await writeFile(path, 'first');
      const settings = readConnectionUrl(`postgres://db.example/chat?sslmode=require&sslrootcert=${path}`);
      const read = async () => {
        const { ssl } = await settings.client();
        return typeof ssl === 'object' ? [ssl.ca, ssl.rejectUnauthorized] : null;
      };
      assert.deepEqual(await read(), ['first', true]);
      await writeFile(path, 'second');
      assert.deepEqual(await read(), [await readFile(path, 'utf8'), true]);
    });
  });
});
