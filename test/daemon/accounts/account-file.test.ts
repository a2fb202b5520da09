import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { readAccountFile } from '#guildhall/daemon/accounts/account-file.js';
import { findOwnAccountFile, SavedAccounts } from '#guildhall/daemon/accounts/saved-accounts.js';
import { UserError } from '#guildhall/platform/errors.js';
import { homeFiles } from '#guildhall/platform/home.js';
import { assertPrivate } from '../../helpers/assert-private.js';

const ALICE = { id: '1', username: 'alice', discriminator: '0001', token: 'token-of-alice' };
const BOB = { id: '2', username: 'bob', discriminator: '0002', token: 'token-of-bob' };

function withPath(run: (path: string) => Promise<void>): () => Promise<void> {
  return async () => {
    const home = await mkdtemp(join(tmpdir(), 'guildhall-accounts-'));
    try {
      await run(join(home, 'account.json'));
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  };
}

test(
  'accounts are unchanged after a restart, and the last one used is current',
  withPath(async (path) => {
    const before = await SavedAccounts.open(path, 'embedded');
    assert.equal(before.current, null);
    await before.use(ALICE);
    await before.use(BOB);
    const after = await SavedAccounts.open(path, 'embedded');
    assert.deepEqual(after.list(), before.list());
    assert.deepEqual(
      after.list().map(({ id }) => id),
      ['1', '2'],
    );
    assert.equal(after.current?.token, BOB.token);
    await assertPrivate(path);
  }),
);

test(
  'each service has its own accounts and its own current one',
  withPath(async (path) => {
    await (await SavedAccounts.open(path, 'embedded')).use(ALICE);
    const remote = await SavedAccounts.open(path, 'https://chat.example/api');
    assert.deepEqual(remote.list(), []);
    await remote.use({ ...BOB, id: ALICE.id });
    assert.equal(remote.current?.username, 'bob');
    assert.equal((await SavedAccounts.open(path, 'embedded')).current?.username, 'alice');
  }),
);

test(
  'signing in again replaces the token of an account',
  withPath(async (path) => {
    const accounts = await SavedAccounts.open(path, 'embedded');
    await accounts.use(ALICE);
    await accounts.use({ ...ALICE, token: 'new' });
    assert.deepEqual(
      (await SavedAccounts.open(path, 'embedded')).list().map(({ token }) => token),
      ['new'],
    );
  }),
);

test(
  'concurrent changes are all saved',
  withPath(async (path) => {
    const accounts = await SavedAccounts.open(path, 'embedded');
    await Promise.all(Array.from({ length: 20 }, (_, id) => accounts.use({ ...ALICE, id: String(id) })));
    const saved = await SavedAccounts.open(path, 'embedded');
    assert.equal(saved.list().length, 20);
    assert.equal(saved.current?.id, '19');
  }),
);

test(
  'the format with one account is read, and upgraded by the next sign-in',
  withPath(async (path) => {
    await writeFile(path, JSON.stringify({ ...ALICE, service: 'embedded' }, null, 2));
    const accounts = await SavedAccounts.open(path, 'embedded');
    assert.equal(accounts.current?.token, ALICE.token);
    await accounts.use(BOB);
    const { version, current, accounts: list } = JSON.parse(await readFile(path, 'utf8'));
    assert.equal(version, 2);
    assert.deepEqual(current, { embedded: BOB.id });
    assert.deepEqual(
      list,
      [ALICE, BOB].map((account) => ({ ...account, service: 'embedded' })),
    );
  }),
);

test(
  'an account file names an account of the embedded service, not only of a remote one',
  withPath(async (path) => {
    const files = homeFiles(dirname(path));
    assert.equal(await findOwnAccountFile(files), null);
    await (await SavedAccounts.open(files.account, 'https://chat.example/api')).use(ALICE);
    assert.equal(await findOwnAccountFile(files), null);
    await (await SavedAccounts.open(files.account, 'embedded')).use(BOB);
    assert.equal(await findOwnAccountFile(files), files.account);
  }),
);

const WHOLE = JSON.stringify({
  version: 2,
  current: { embedded: '1' },
  accounts: [{ ...ALICE, service: 'embedded' }],
});

for (const [what, text] of [
  ['is empty', ''],
  ['ends in the middle', WHOLE.slice(0, -20)],
  ['is null', 'null'],
  ['is a list', '[]'],
  ['has an account without a token', WHOLE.replace('"token":"token-of-alice",', '')],
  ['has an account with an empty token', WHOLE.replace('token-of-alice', '')],
  ['has a token that is a number', WHOLE.replace('"token-of-alice"', '7')],
  ['has no accounts', '{"version":2,"current":{}}'],
  ['is of a newer version', WHOLE.replace('"version":2', '"version":3')],
  ['is of an unknown version', WHOLE.replace('"version":2', '"version":1')],
] as const) {
  test(
    `an account file that ${what} is an error that names the file and not the token`,
    withPath(async (path) => {
      await writeFile(path, text);
      await assert.rejects(readAccountFile(path), (error) => {
        assert.ok(error instanceof UserError, String(error));
        assert.ok(error.message.startsWith(path), error.message);
        assert.notEqual(error.hint, null);
        assert.ok(!`${error.message}${error.hint}`.includes('token-of-alice'), error.message);
        return true;
      });
      assert.equal(await readFile(path, 'utf8'), text, 'the damaged file was changed');
    }),
  );
}

test(
  'an account that cannot be saved is signed in, and the person is told',
  withPath(async (path) => {
    const accounts = await SavedAccounts.open(path, 'embedded');
    await accounts.saved();
    await mkdir(path);
    await assert.rejects(accounts.use(ALICE));
    await assert.rejects(accounts.saved(), /signed in until Guildhall ends, but it could not be saved/);
    await rmdir(path);
    await accounts.use(BOB);
    await accounts.saved();
    assert.equal((await SavedAccounts.open(path, 'embedded')).list().length, 2);
  }),
);
