import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Token } from '#guildhall/store/token.js';
import { assertStoredOr, Observed, sorted } from './conflicts.js';
import { addAccounts, addApplication, authorization, code, grant, granted } from './fixtures.js';
import { eachWithStore, type MakePlace } from './store-place.js';

const GRANT = grant('70', '50');

/** What `AuthorizationStore` promises of ending what was granted. */
export function describeRevocations(makePlace: MakePlace): void {
  describe('Revocations', () => {
    const tested = eachWithStore(makePlace);

    /** Stores the grant with these tokens. */
    async function grantTokens(...tokens: Token[]): Promise<void> {
      await addAccounts(tested.store, '1', '2');
      const game = await addApplication(tested.store, '50');
      await tested.store.authorizations.authorize(
        authorization(game, GRANT, { tokens, code: code('code', GRANT) }),
      );
    }

    async function missing(...hashes: string[]): Promise<string[]> {
      const found = await Promise.all(hashes.map((hash) => tested.store.authorizations.token(hash)));
      return hashes.filter((_, index) => found[index] === null);
    }

    test('of a token remove that token', async () => {
      const { authorizations } = tested.store;
      await grantTokens(granted('access', GRANT, 'a'), granted('access', GRANT, 'b'));
      const observed = new Observed();
      await authorizations.revokeToken('a', observed.listener('revocation'));
      assert.deepEqual(observed.events, ['revocation committed']);
      assert.deepEqual(await missing('a', 'b'), ['a']);
      await authorizations.revokeToken('unknown');
    });

    test('of a chain remove its tokens, and leave the grant while another token works', async () => {
      const { authorizations } = tested.store;
      await grantTokens(
        granted('access', GRANT, 'a'),
        granted('refresh', GRANT, 'b'),
        granted('access', GRANT, 'other', { chain: 'other', expiresAt: 3000 }),
      );
      const observed = new Observed();
      const removed = await authorizations.revokeChain(
        { chain: 'chain', grantId: '70' },
        2000,
        observed.listener('revocation'),
      );
      assert.deepEqual(removed, ['a']);
      assert.deepEqual(observed.events, ['revocation committed']);
      assert.deepEqual(await missing('a', 'b', 'other'), ['a', 'b']);
      assert.deepEqual(await authorizations.grantById('70'), GRANT);
    });

    test('of the last chain with a token that works remove the grant', async () => {
      const { authorizations } = tested.store;
      await grantTokens(
        granted('access', GRANT, 'a'),
        granted('access', GRANT, 'b'),
        granted('access', GRANT, 'expired', { chain: 'other', expiresAt: 1500 }),
        granted('refresh', GRANT, 'exchanged', { chain: 'other', rotatedAt: 1500 }),
      );
      const removed = await authorizations.revokeChain({ chain: 'chain', grantId: '70' }, 2000);
      assert.deepEqual(sorted(removed.filter((hash) => hash !== 'expired')), ['a', 'b']);
      assert.equal(await authorizations.grantById('70'), null);
      assert.equal(await authorizations.code('code'), null);
      assert.deepEqual(await missing('a', 'b', 'expired', 'exchanged'), ['a', 'b', 'expired', 'exchanged']);
    });

    test('of two chains at once remove the grant', async () => {
      const { authorizations } = tested.store;
      await grantTokens(granted('access', GRANT, 'a'), granted('access', GRANT, 'b', { chain: 'other' }));
      await Promise.all([
        authorizations.revokeChain({ chain: 'chain', grantId: '70' }, 2000),
        authorizations.revokeChain({ chain: 'other', grantId: '70' }, 2000),
      ]);
      assert.equal(await authorizations.grantById('70'), null);
    });

    test('of a grant remove its tokens and codes, and return the access tokens', async () => {
      const { authorizations } = tested.store;
      await grantTokens(
        granted('access', GRANT, 'a'),
        granted('access', GRANT, 'b', { chain: 'other' }),
        granted('refresh', GRANT, 'c'),
      );
      const game = await tested.store.applications.byId('50');
      assert.ok(game);
      const other = grant('71', '50', { userId: '2' });
      await authorizations.authorize(
        authorization(game, other, { tokens: [granted('access', other, 'of other', { chain: 'third' })] }),
      );
      const observed = new Observed();
      const removed = await authorizations.revokeGrant('70', observed.listener('revocation'));
      assert.deepEqual(sorted(removed), ['a', 'b']);
      assert.deepEqual(observed.events, ['revocation committed']);
      assert.deepEqual(await missing('a', 'b', 'c', 'of other'), ['a', 'b', 'c']);
      assert.equal(await authorizations.code('code'), null);
      assert.deepEqual(await authorizations.grantsOfApplication('50'), [other]);
      assert.deepEqual(await authorizations.revokeGrant('70'), []);
    });

    test('of a grant succeed while its application refreshes many tokens continuously', async () => {
      const { authorizations } = tested.store;
      const issue = (kind: 'access' | 'refresh', chain: string) =>
        granted(kind, GRANT, `${kind} ${chain}`, { chain });
      const chains = Array.from({ length: 20 }, (_, index) => `chain ${index}`);
      await grantTokens(...chains.map((chain) => issue('refresh', chain)));
      let isRevoked = false;
      const refreshUntilRevoked = async (chain: string): Promise<void> => {
        let token = issue('refresh', chain);
        for (let round = 0; !isRevoked; round += 1) {
          const next = { ...token, hash: `refresh ${chain} ${round}` };
          const access = { ...issue('access', chain), hash: `access ${chain} ${round}` };
          await authorizations.rotate(token, 1500, [access, next]);
          token = next;
        }
      };
      const refreshing = Promise.allSettled(chains.map(refreshUntilRevoked));
      try {
        await authorizations.revokeGrant('70');
      } finally {
        isRevoked = true;
      }
      await assertStoredOr(await refreshing, 'gone');
      assert.equal(await authorizations.grantById('70'), null);
    });

    test('of what has expired leave what has not', async () => {
      const { authorizations } = tested.store;
      await grantTokens(
        granted('access', GRANT, 'expired', { expiresAt: 2000 }),
        granted('access', GRANT, 'valid', { expiresAt: 2001 }),
        granted('access', GRANT, 'lasting', { expiresAt: null }),
      );
      const game = await tested.store.applications.byId('50');
      assert.ok(game);
      for (const [id, createdAt] of [
        ['71', 1000],
        ['72', 1900],
      ] as const) {
        const once = grant(id, '50', { once: true, createdAt });
        const expiresAt = createdAt + 500;
        const issued = code(`code ${id}`, once, { expiresAt });
        await authorizations.authorize(authorization(game, once, { code: issued }));
        await authorizations.addRpcToken({ hash: `rpc ${id}`, applicationId: '50', expiresAt });
      }
      await authorizations.removeExpired(2000, 1500);
      assert.deepEqual(await missing('expired', 'valid', 'lasting'), ['expired']);
      assert.deepEqual(
        (await authorizations.grantsOfUser('1')).map(({ id }) => id),
        ['70', '72'],
      );
      assert.equal(await authorizations.code('code 71'), null);
      assert.notEqual(await authorizations.code('code 72'), null);
      assert.equal(await authorizations.rpcToken('rpc 71'), null);
      assert.notEqual(await authorizations.rpcToken('rpc 72'), null);
    });
  });
}
