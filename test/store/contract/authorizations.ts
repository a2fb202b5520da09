import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertConflict, assertOneStored, assertStoredOr } from './conflicts.js';
import { addApplication, addGame, authorization, code, grant, granted } from './fixtures.js';
import { eachWithStore, type MakePlace } from './store-place.js';

/** What `AuthorizationStore` promises of authorizing; `describeRevocations` has what ends it. */
export function describeAuthorizations(makePlace: MakePlace): void {
  describe('Authorizations', () => {
    const tested = eachWithStore(makePlace);

    test('store a grant with its code and tokens', async () => {
      const { authorizations } = tested.store;
      const game = await addGame(tested.store);
      const given = grant('70', '50');
      const issued = code('code', given, { redirectUri: null, codeChallenge: 'challenge' });
      const access = granted('access', given, 'access', { expiresAt: 5000 });
      await authorizations.authorize(authorization(game, given, { code: issued, tokens: [access] }));
      assert.deepEqual(await authorizations.grantById('70'), given);
      assert.deepEqual(await authorizations.grant('1', '50'), given);
      assert.deepEqual(await authorizations.code('code'), issued);
      assert.deepEqual(await authorizations.token('access'), access);
    });

    test('list which tokens exist', async () => {
      const { authorizations } = tested.store;
      const game = await addGame(tested.store);
      const given = grant('70', '50');
      const tokens = ['first', 'second', 'third'].map((hash) => granted('access', given, hash));
      await authorizations.authorize(authorization(game, given, { tokens }));
      await authorizations.revokeToken('second');
      assert.deepEqual(
        await authorizations.existingTokens(['first', 'second', 'other', 'third']),
        new Set(['first', 'third']),
      );
      assert.deepEqual(await authorizations.existingTokens([]), new Set());
    });

    test('that do not exist are null', async () => {
      const { authorizations } = tested.store;
      assert.equal(await authorizations.token('x'), null);
      assert.equal(await authorizations.code('x'), null);
      assert.equal(await authorizations.rpcToken('x'), null);
      assert.equal(await authorizations.grant('1', '50'), null);
      assert.equal(await authorizations.grantById('70'), null);
      assert.deepEqual(await authorizations.grantsOfUser('1'), []);
      assert.deepEqual(await authorizations.grantsOfApplication('50'), []);
    });

    test('list the grants of a user and of an application, oldest first', async () => {
      const { authorizations } = tested.store;
      const game = await addGame(tested.store);
      const other = await addApplication(tested.store, '60');
      const grants = [
        grant('1000', '50', { once: true }),
        grant('70', '50'),
        grant('9', '60'),
        grant('80', '50', { userId: '2' }),
      ];
      for (const one of grants) {
        await authorizations.authorize(authorization(one.applicationId === '50' ? game : other, one));
      }
      const idsOf = (found: readonly { id: string }[]) => found.map(({ id }) => id);
      assert.deepEqual(idsOf(await authorizations.grantsOfUser('1')), ['9', '70', '1000']);
      assert.deepEqual(idsOf(await authorizations.grantsOfApplication('50')), ['70', '80', '1000']);
      assert.deepEqual(await authorizations.grant('1', '50'), grants[1]);
    });

    test('replace the lasting grant as it was read', async () => {
      const { authorizations } = tested.store;
      const game = await addGame(tested.store);
      const first = grant('70', '50', { scopes: ['identify'] });
      await authorizations.authorize(authorization(game, first));
      const more = { ...first, scopes: ['identify', 'guilds'] };
      await authorizations.authorize(authorization(game, more, { grantBefore: first }));
      assert.deepEqual(await authorizations.grantById('70'), more);
      const stale = { ...first, scopes: ['identify', 'email'] };
      const access = granted('access', stale, 'access');
      await assertConflict(
        authorizations.authorize(authorization(game, stale, { grantBefore: first, tokens: [access] })),
        'changed',
      );
      await assertConflict(authorizations.authorize(authorization(game, grant('71', '50'))), 'changed');
      assert.deepEqual(await authorizations.grantsOfUser('1'), [more]);
      assert.equal(await authorizations.token('access'), null);
    });

    test('do not bring back a grant that was revoked', async () => {
      const { authorizations } = tested.store;
      const game = await addGame(tested.store);
      const first = grant('70', '50');
      await authorizations.authorize(authorization(game, first));
      await authorizations.revokeGrant('70');
      await assertConflict(
        authorizations.authorize(authorization(game, first, { grantBefore: first })),
        'changed',
      );
      assert.equal(await authorizations.grantById('70'), null);
    });

    test('give a user one lasting grant, however many are decided at once', async () => {
      const { authorizations } = tested.store;
      const game = await addGame(tested.store);
      const winner = await assertOneStored((index) => {
        const given = grant(String(70 + index), '50');
        return authorizations.authorize(authorization(game, given, { code: code(`code ${index}`, given) }));
      }, 'changed');
      assert.deepEqual(await authorizations.grantsOfUser('1'), [grant(String(70 + winner), '50')]);
      assert.equal(await authorizations.code(`code ${winner === 0 ? 1 : 0}`), null);
    });

    test('give any number of grants for once', async () => {
      const { authorizations } = tested.store;
      const game = await addGame(tested.store);
      const ids = ['70', '71', '72'];
      await Promise.all(
        ids.map((id) => authorizations.authorize(authorization(game, grant(id, '50', { once: true })))),
      );
      assert.equal((await authorizations.grantsOfUser('1')).length, 3);
      assert.equal(await authorizations.grant('1', '50'), null);
    });

    test('are refused if the application is no longer as it was', async () => {
      const { applications, authorizations } = tested.store;
      const game = await addGame(tested.store);
      await applications.change(game, { ...game, approved: true });
      await assertConflict(authorizations.authorize(authorization(game, grant('70', '50'))), 'changed');
      await applications.remove('50');
      await assertConflict(authorizations.authorize(authorization(game, grant('70', '50'))), 'gone');
      assert.deepEqual(await authorizations.grantsOfUser('1'), []);
    });

    test('leave nothing of an application that is removed at the same moment', async () => {
      const { applications, authorizations } = tested.store;
      const game = await addGame(tested.store);
      const given = grant('70', '50');
      const own = granted('access', given, 'own', { grantId: null });
      const [removal, ...others] = await Promise.allSettled([
        applications.remove('50'),
        authorizations.authorize(authorization(game, given, { code: code('code', given) })),
        authorizations.addTokens('50', [own]),
        authorizations.addRpcToken({ hash: 'rpc', applicationId: '50', expiresAt: 60_000 }),
      ]);
      await assertStoredOr(others, 'gone');
      assert.equal(removal.status, 'fulfilled');
      assert.deepEqual(removal.value, others[0]?.status === 'fulfilled' ? ['1'] : []);
      assert.deepEqual(await authorizations.grantsOfUser('1'), []);
      assert.equal(await authorizations.code('code'), null);
      assert.equal(await authorizations.token('own'), null);
      assert.equal(await authorizations.rpcToken('rpc'), null);
    });
  });

  describe('An RPC token', () => {
    const tested = eachWithStore(makePlace);

    test('is used up by one authorization', async () => {
      const { authorizations } = tested.store;
      const game = await addGame(tested.store);
      const rpc = { hash: 'rpc', applicationId: '50', expiresAt: 60_000 };
      await authorizations.addRpcToken(rpc);
      assert.deepEqual(await authorizations.rpcToken('rpc'), rpc);
      await assertOneStored((index) => {
        const given = grant(String(70 + index), '50', { once: true });
        return authorizations.authorize(authorization(game, given, { rpcTokenHash: 'rpc' }));
      }, 'used');
      assert.equal(await authorizations.rpcToken('rpc'), null);
      assert.equal((await authorizations.grantsOfUser('1')).length, 1);
    });

    test('is not stored for a removed application', async () => {
      await assertConflict(
        tested.store.authorizations.addRpcToken({ hash: 'rpc', applicationId: '50', expiresAt: 60_000 }),
        'gone',
      );
      assert.equal(await tested.store.authorizations.rpcToken('rpc'), null);
    });
  });
}
