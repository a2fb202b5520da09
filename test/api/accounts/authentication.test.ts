import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Authentication } from '#guildhall/api/accounts/authentication.js';
import { hashSecret } from '#guildhall/platform/crypto/secrets.js';
import { account, token } from '../../store/contract/fixtures.js';

test('after a change of an account only the tokens of its user are read again', async () => {
  const users = new Map([
    [hashSecret('first'), '1'],
    [hashSecret('second'), '2'],
  ]);
  const read: string[] = [];
  const store = {
    authorizations: {
      async token(hash: string) {
        const userId = users.get(hash);
        if (userId === undefined) return null;
        read.push(userId);
        return token(hash, userId, { kind: 'person' });
      },
    },
  };
  const authentication = new Authentication(store as never, { load: async (id) => account(id) }, () => 0);
  const callers = async () => [
    await authentication.byHeader('first'),
    await authentication.byHeader('second'),
  ];
  assert.deepEqual(
    (await callers()).map((caller) => caller?.user.id),
    ['1', '2'],
  );
  read.length = 0;
  authentication.forgetCallersOf('2');
  await callers();
  assert.deepEqual(read, ['2']);
  authentication.forgetCallers();
  await callers();
  assert.deepEqual(read, ['2', '1', '2']);
});
