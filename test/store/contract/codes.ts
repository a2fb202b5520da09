import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertConflict, assertOneStored, assertStoredOr } from './conflicts.js';
import { addGame, authorization, code, grant, granted } from './fixtures.js';
import { eachWithStore, type MakePlace } from './store-place.js';

/** What `AuthorizationStore` promises of what works once. */
export function describeCodes(makePlace: MakePlace): void {
  describe('A code', () => {
    const tested = eachWithStore(makePlace);

    test('gives tokens once, however many send it at once', async () => {
      const { authorizations } = tested.store;
      const given = grant('70', '50');
      const issued = code('code', given);
      await authorizations.authorize(authorization(await addGame(tested.store), given, { code: issued }));
      const winner = await assertOneStored(
        (index) => authorizations.consumeCode(issued, [granted('access', given, `access ${index}`)]),
        'used',
      );
      assert.deepEqual(await authorizations.code('code'), { ...issued, used: true });
      assert.notEqual(await authorizations.token(`access ${winner}`), null);
      assert.equal(await authorizations.token(`access ${winner === 0 ? 1 : 0}`), null);
    });

    test('that was revoked gives nothing', async () => {
      const { authorizations } = tested.store;
      const given = grant('70', '50');
      const issued = code('code', given);
      await authorizations.authorize(authorization(await addGame(tested.store), given, { code: issued }));
      await authorizations.revokeGrant('70');
      await assertConflict(authorizations.consumeCode(issued, [granted('access', given, 'access')]), 'gone');
      assert.equal(await authorizations.token('access'), null);
      assert.equal(await authorizations.code('code'), null);
    });

    test('that is revoked at the same moment leaves nothing', async () => {
      const { authorizations } = tested.store;
      const given = grant('70', '50');
      const issued = code('code', given);
      await authorizations.authorize(authorization(await addGame(tested.store), given, { code: issued }));
      const [revocation, use] = await Promise.allSettled([
        authorizations.revokeGrant('70'),
        authorizations.consumeCode(issued, [granted('access', given, 'access')]),
      ]);
      await assertStoredOr([use], 'gone');
      assert.equal(revocation.status, 'fulfilled');
      assert.deepEqual(revocation.value, use.status === 'fulfilled' ? ['access'] : []);
      assert.equal(await authorizations.token('access'), null);
      assert.equal(await authorizations.code('code'), null);
    });
  });

  describe('A refresh token', () => {
    const tested = eachWithStore(makePlace);

    test('is exchanged once, however many send it at once', async () => {
      const { authorizations } = tested.store;
      const given = grant('70', '50');
      const refresh = granted('refresh', given, 'refresh');
      await authorizations.authorize(
        authorization(await addGame(tested.store), given, { tokens: [refresh] }),
      );
      const winner = await assertOneStored(
        (index) => authorizations.rotate(refresh, 2000, [granted('refresh', given, `refresh ${index}`)]),
        'used',
      );
      assert.deepEqual(await authorizations.token('refresh'), { ...refresh, rotatedAt: 2000 });
      assert.notEqual(await authorizations.token(`refresh ${winner}`), null);
      assert.equal(await authorizations.token(`refresh ${winner === 0 ? 1 : 0}`), null);
    });

    test('that was revoked is not exchanged', async () => {
      const { authorizations } = tested.store;
      const given = grant('70', '50');
      const refresh = granted('refresh', given, 'refresh');
      await authorizations.authorize(
        authorization(await addGame(tested.store), given, { tokens: [refresh] }),
      );
      await authorizations.revokeToken('refresh');
      await assertConflict(
        authorizations.rotate(refresh, 2000, [granted('access', given, 'access')]),
        'gone',
      );
      assert.equal(await authorizations.token('access'), null);
    });

    test('whose chain is revoked at the same moment leaves nothing', async () => {
      const { authorizations } = tested.store;
      const given = grant('70', '50');
      const refresh = granted('refresh', given, 'refresh');
      await authorizations.authorize(
        authorization(await addGame(tested.store), given, { tokens: [refresh] }),
      );
      const [revocation, exchange] = await Promise.allSettled([
        authorizations.revokeChain({ chain: 'chain', grantId: '70' }, 2000),
        authorizations.rotate(refresh, 2000, [granted('access', given, 'access')]),
      ]);
      await assertStoredOr([exchange], 'gone');
      assert.equal(revocation.status, 'fulfilled');
      assert.deepEqual(revocation.value, exchange.status === 'fulfilled' ? ['access'] : []);
      assert.equal(await authorizations.token('access'), null);
      assert.equal(await authorizations.grantById('70'), null);
    });
  });
}
