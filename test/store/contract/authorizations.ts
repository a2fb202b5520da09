import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Application } from '#guildhall/store/accounts.js';
import { assertConflict, assertOneStored, assertStoredOr } from './conflicts.js';
import { addAccounts, addApplication, authorization, code, grant, granted } from './fixtures.js';
import { eachWithStore, type MakePlace, type TestedStore } from './store-place.js';

/** What `AuthorizationStore` promises of authorizing; `describeRevocations` has what ends it. */
export function describeAuthorizations(makePlace: MakePlace): void {
  describe('Authorizations', () => {
    const tested = eachWithStore(makePlace);

    test('store a grant with its code and tokens', async () => {
      const { authorizations } = tested.store;
      const game = await addGame(tested);
      const given = grant('70', '50');
      const issued = code('code', given, { redirectUri: null, codeChallenge: 'challenge' });
      const access = granted('access', given, 'access', { expiresAt: 5000 });
      await authorizations.authorize(authorization(game, given, { code: issued, tokens: [access] }));
      assert.deepEqual(await authorizations.grantById('70'), given);
      assert.deepEqual(await authorizations.grant('1', '50'), given);
      assert.deepEqual(await authorizations.code('code'), issued);
      assert.deepEqual(await authorizations.token('access'), access);
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
      const game = await addGame(tested);
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
      const game = await addGame(tested);
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
      const game = await addGame(tested);
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
      const game = await addGame(tested);
      const winner = await assertOneStored((index) => {
        const given = grant(String(70 + index), '50');
        return authorizations.authorize(authorization(game, given, { code: code(`code ${index}`, given) }));
      }, 'changed');
      assert.deepEqual(await authorizations.grantsOfUser('1'), [grant(String(70 + winner), '50')]);
      assert.equal(await authorizations.code(`code ${winner === 0 ? 1 : 0}`), null);
    });

    test('give any number of grants for once', async () => {
      const { authorizations } = tested.store;
      const game = await addGame(tested);
      const ids = ['70', '71', '72'];
      await Promise.all(
        ids.map((id) => authorizations.authorize(authorization(game, grant(id, '50', { once: true })))),
      );
      assert.equal((await authorizations.grantsOfUser('1')).length, 3);
      assert.equal(await authorizations.grant('1', '50'), null);
    });

    test('are refused if the application is no longer as it was', async () => {
      const { applications, authorizations } = tested.store;
      const game = await addGame(tested);
      await applications.change(game, { ...game, approved: true });
      await assertConflict(authorizations.authorize(authorization(game, grant('70', '50'))), 'changed');
      await applications.remove('50');
      await assertConflict(authorizations.authorize(authorization(game, grant('70', '50'))), 'gone');
      assert.deepEqual(await authorizations.grantsOfUser('1'), []);
    });

    test('leave nothing of an application that is removed at the same moment', async () => {
      const { applications, authorizations } = tested.store;
      const game = await addGame(tested);
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
      const game = await addGame(tested);
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

    test('is not stored for an application that is gone', async () => {
      await assertConflict(
        tested.store.authorizations.addRpcToken({ hash: 'rpc', applicationId: '50', expiresAt: 60_000 }),
        'gone',
      );
      assert.equal(await tested.store.authorizations.rpcToken('rpc'), null);
    });
  });

  describe('A code', () => {
    const tested = eachWithStore(makePlace);

    test('gives tokens once, however many send it at once', async () => {
      const { authorizations } = tested.store;
      const given = grant('70', '50');
      const issued = code('code', given);
      await authorizations.authorize(authorization(await addGame(tested), given, { code: issued }));
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
      await authorizations.authorize(authorization(await addGame(tested), given, { code: issued }));
      await authorizations.revokeGrant('70');
      await assertConflict(authorizations.consumeCode(issued, [granted('access', given, 'access')]), 'gone');
      assert.equal(await authorizations.token('access'), null);
      assert.equal(await authorizations.code('code'), null);
    });

    test('that is revoked at the same moment leaves nothing', async () => {
      const { authorizations } = tested.store;
      const given = grant('70', '50');
      const issued = code('code', given);
      await authorizations.authorize(authorization(await addGame(tested), given, { code: issued }));
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
      await authorizations.authorize(authorization(await addGame(tested), given, { tokens: [refresh] }));
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
      await authorizations.authorize(authorization(await addGame(tested), given, { tokens: [refresh] }));
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
      await authorizations.authorize(authorization(await addGame(tested), given, { tokens: [refresh] }));
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

/** Stores an application of the person 1, and another person. */
async function addGame({ store }: TestedStore): Promise<Application> {
  await addAccounts(store, '1', '2');
  return addApplication(store, '50');
}
