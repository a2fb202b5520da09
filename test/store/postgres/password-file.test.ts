import assert from 'node:assert/strict';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { restrictToOwner } from '#guildhall/platform/files/private-file.js';
import { findPassword } from '#guildhall/store/postgres/password-file.js';
import { onlyLinux, onlyPosix } from '../../helpers/only-on.js';
import { withTemporaryFolder } from '../../helpers/temporary-folder.js';

const OWNER = { host: 'db.example', port: 5432, database: 'chat', user: 'me' };

/** Finds a password in a file with these lines. */
async function findIn(lines: readonly string[], owner = OWNER): Promise<string> {
  let found = '';
  await withTemporaryFolder(async (folder) => {
    const path = join(folder, 'pgpass');
    await writeFile(path, `${lines.join('\n')}\n`, { mode: 0o600 });
    await restrictToOwner(path, 0o600);
    found = await findPassword(owner, { PGPASSFILE: path });
  });
  return found;
}

test('the first line that matches has the password', async () => {
  const others = ['other:5432:chat:me:1', 'db.example:1:chat:me:2', 'db.example:5432:x:me:3', '*:*:*:you:4'];
  const found = await findIn(['#*:*:*:*:0', ...others, 'db.example:*:chat:me:right', '*:*:*:*:late']);
  assert.equal(found, 'right');
});

test('a backslash makes a colon part of a field, and a password may have colons', async () => {
  const owner = { ...OWNER, host: '::1', user: 'a\\b' };
  assert.equal(await findIn(['\\:\\:1:5432:chat:a\\\\b:p:q\\:r'], owner), 'p:q:r');
});

test('localhost matches a Unix socket', async () => {
  assert.equal(await findIn(['localhost:5432:chat:me:socket'], { ...OWNER, host: '/run/pg' }), 'socket');
});

test('PGPASSWORD wins, and no file is read', async () => {
  assert.equal(await findPassword(OWNER, { PGPASSWORD: 'set', PGPASSFILE: '/nonexistent' }), 'set');
});

test('a file without a line for the server is an error', async () => {
  await assert.rejects(findIn(['other:5432:chat:me:secret']), /pgpass has none for it \(PGPASSFILE or/);
});

test('a file that others can read is an error', { skip: onlyPosix('others can read it by its mode') }, () =>
  withTemporaryFolder(async (folder) => {
    const path = join(folder, 'pgpass');
    await writeFile(path, '*:*:*:*:secret\n');
    await chmod(path, 0o644);
    await assert.rejects(findPassword(OWNER, { PGPASSFILE: path }), /can be read by other users/);
  }),
);

const linux = { skip: onlyLinux('credentials are of systemd') };

test('a credential of systemd is read although its mask shows group permissions', linux, () =>
  withTemporaryFolder(async (folder) => {
    const credentials = join(folder, 'credentials');
    await mkdir(credentials);
    const path = join(credentials, 'pgpass');
    await writeFile(path, '*:*:*:*:secret\n');
    await chmod(path, 0o440);
    const environment = { PGPASSFILE: path, CREDENTIALS_DIRECTORY: credentials };
    assert.equal(await findPassword(OWNER, environment), 'secret');
  }),
);
