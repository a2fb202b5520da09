import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TwoFactorState } from '#guildhall/store/accounts.js';
import { assertConflict, assertOneStored, byId, sorted } from './conflicts.js';
import { account, addAccounts, addApplication, token } from './fixtures.js';
import { eachWithStore, type MakePlace } from './store-place.js';

/** What `AccountStore` promises. */
export function describeAccounts(makePlace: MakePlace): void {
  describe('Accounts', () => {
    const tested = eachWithStore(makePlace);

    test('are read by their ids with every field; unknown ids are left out', async () => {
      const { accounts } = tested.store;
      const full = account('1', {
        username: 'Ada ✨',
        discriminator: '0042',
        avatar: 'ab12',
        mfaEnabled: true,
        verified: false,
        email: 'ada@example.org',
        phone: '+4912345678',
      });
      await accounts.create({ account: full, token: token('a', '1') });
      const bot = account('9007199254740993', { bot: true });
      await accounts.create({ account: bot, token: token('b', bot.id) });
      assert.deepEqual(byId(await accounts.byIds([bot.id, '1', '77'])), [full, bot]);
      assert.deepEqual(await accounts.byIds([]), []);
    });

    test('are created together with their token', async () => {
      await addAccounts(tested.store, '1');
      assert.deepEqual(await tested.store.authorizations.token('token 1'), token('token 1', '1'));
    });

    test('of people are listed oldest first, without bots', async () => {
      await addAccounts(tested.store, '1000', '20', '1');
      await addApplication(tested.store, '50', '51');
      const people = await tested.store.accounts.people();
      assert.deepEqual(
        people.map(({ id }) => id),
        ['1', '20', '1000'],
      );
      assert.deepEqual(await tested.store.accounts.people(1), [account('1')]);
    });

    test('list the discriminators of a name', async () => {
      const { accounts } = tested.store;
      for (const [id, discriminator] of [
        ['1', '0001'],
        ['2', '0007'],
      ] as const) {
        const named = account(id, { username: 'Ada', discriminator });
        await accounts.create({ account: named, token: token(id, id) });
      }
      await addAccounts(tested.store, '3');
      assert.deepEqual(sorted(await accounts.discriminatorsOf('Ada')), ['0001', '0007']);
      assert.deepEqual(await accounts.discriminatorsOf('Eve'), []);
    });

    test('are not created with the name and discriminator of another account', async () => {
      const { accounts, authorizations } = tested.store;
      await addAccounts(tested.store, '1');
      const twin = account('2', { username: 'user 1' });
      await assertConflict(accounts.create({ account: twin, token: token('twin', '2') }), 'taken');
      assert.deepEqual(await accounts.byIds(['2']), []);
      assert.equal(await authorizations.token('twin'), null);
    });

    test('with the same name and discriminator are created once, however many at once', async () => {
      const { accounts } = tested.store;
      const winner = await assertOneStored((index) => {
        const id = String(index + 1);
        return accounts.create({ account: account(id, { username: 'Ada' }), token: token(id, id) });
      }, 'taken');
      assert.deepEqual(
        (await accounts.people()).map(({ id }) => id),
        [String(winner + 1)],
      );
    });

    test('are changed', async () => {
      const { accounts } = tested.store;
      await addAccounts(tested.store, '1');
      const after = account('1', { username: 'Eve', email: 'eve@example.org' });
      await accounts.change(account('1'), after);
      assert.deepEqual(await accounts.byIds(['1']), [after]);
    });

    test('are not changed if another change was stored since they were read', async () => {
      const { accounts } = tested.store;
      await addAccounts(tested.store, '1');
      await accounts.change(account('1'), account('1', { email: 'new@example.org' }));
      await assertConflict(accounts.change(account('1'), account('1', { username: 'Eve' })), 'changed');
      assert.deepEqual(await accounts.byIds(['1']), [account('1', { email: 'new@example.org' })]);
    });

    test('do not take the name and discriminator of another account', async () => {
      const { accounts } = tested.store;
      await addAccounts(tested.store, '1', '2');
      await assertConflict(accounts.change(account('2'), account('2', { username: 'user 1' })), 'taken');
      assert.deepEqual(await accounts.byIds(['2']), [account('2')]);
    });

    test('are changed once by those who read the same', async () => {
      const { accounts } = tested.store;
      await addAccounts(tested.store, '1');
      const named = (index: number) => account('1', { username: `name ${index}` });
      const winner = await assertOneStored((index) => accounts.change(account('1'), named(index)), 'changed');
      assert.deepEqual(await accounts.byIds(['1']), [named(winner)]);
    });

    test('replace and remove their image, or leave it', async () => {
      const { accounts, images } = tested.store;
      await addAccounts(tested.store, '1');
      const first = account('1', { avatar: 'aa' });
      await accounts.change(account('1'), first, { hash: 'aa', data: 'Zmlyc3Q=' });
      assert.equal(await images.one('avatars', '1', 'aa'), 'Zmlyc3Q=');
      const renamed = { ...first, username: 'Eve' };
      await accounts.change(first, renamed);
      assert.equal(await images.one('avatars', '1', 'aa'), 'Zmlyc3Q=');
      const second = { ...renamed, avatar: 'bb' };
      await accounts.change(renamed, second, { hash: 'bb', data: 'c2Vjb25k' });
      assert.equal(await images.one('avatars', '1', 'aa'), null);
      assert.equal(await images.one('avatars', '1', 'bb'), 'c2Vjb25k');
      await accounts.change(second, { ...second, avatar: null }, null);
      assert.equal(await images.one('avatars', '1', 'bb'), null);
    });

    test('preserve an image that is set again', async () => {
      const { accounts, images } = tested.store;
      await addAccounts(tested.store, '1');
      const image = { hash: 'aa', data: 'Zmlyc3Q=' };
      const after = account('1', { avatar: 'aa' });
      await accounts.change(account('1'), after, image);
      await accounts.change(after, after, image);
      assert.equal(await images.one('avatars', '1', 'aa'), image.data);
    });

    test('do not store the image of a change that is refused', async () => {
      const { accounts, images } = tested.store;
      await addAccounts(tested.store, '1');
      const stale = account('1', { verified: false });
      const image = { hash: 'aa', data: 'Zmlyc3Q=' };
      await assertConflict(accounts.change(stale, { ...stale, avatar: 'aa' }, image), 'changed');
      assert.equal(await images.one('avatars', '1', 'aa'), null);
    });
  });

  describe('Two-factor authentication', () => {
    const tested = eachWithStore(makePlace);
    const begun: TwoFactorState = {
      userId: '1',
      secret: 'JBSWY3DP',
      confirmed: false,
      lastStep: 0,
      backupCodes: [],
    };
    const confirmed = { ...begun, confirmed: true, lastStep: 7, backupCodes: ['a', 'b'] };
    const enabled = account('1', { mfaEnabled: true });

    async function enable(): Promise<void> {
      await addAccounts(tested.store, '1');
      await tested.store.accounts.changeTwoFactor(account('1'), null, confirmed);
    }

    test('is none at first, and what was stored last', async () => {
      const { accounts } = tested.store;
      await addAccounts(tested.store, '1');
      assert.equal(await accounts.twoFactor('1'), null);
      assert.deepEqual(await accounts.changeTwoFactor(account('1'), null, begun), account('1'));
      assert.deepEqual(await accounts.twoFactor('1'), begun);
    });

    test('is of the account once it is confirmed, until it is removed', async () => {
      const { accounts } = tested.store;
      await addAccounts(tested.store, '1');
      await accounts.changeTwoFactor(account('1'), null, begun);
      assert.deepEqual(await accounts.byIds(['1']), [account('1')]);
      assert.deepEqual(await accounts.changeTwoFactor(account('1'), begun, confirmed), enabled);
      assert.deepEqual(await accounts.byIds(['1']), [enabled]);
      assert.deepEqual(await accounts.changeTwoFactor(enabled, confirmed, null), account('1'));
      assert.deepEqual(await accounts.byIds(['1']), [account('1')]);
      assert.equal(await accounts.twoFactor('1'), null);
    });

    test('is not replaced if it is no longer as it was read', async () => {
      const { accounts } = tested.store;
      await enable();
      const stale = { ...confirmed, lastStep: 6 };
      await assertConflict(accounts.changeTwoFactor(enabled, stale, { ...stale, lastStep: 8 }), 'changed');
      await assertConflict(accounts.changeTwoFactor(enabled, null, begun), 'changed');
      await assertConflict(accounts.changeTwoFactor(enabled, stale, null), 'changed');
      assert.deepEqual(await accounts.twoFactor('1'), confirmed);
      assert.deepEqual(await accounts.byIds(['1']), [enabled]);
    });

    test('is not confirmed for an account that was changed', async () => {
      const { accounts } = tested.store;
      await addAccounts(tested.store, '1');
      await accounts.change(account('1'), account('1', { username: 'Eve' }));
      await assertConflict(accounts.changeTwoFactor(account('1'), null, confirmed), 'changed');
      assert.equal(await accounts.twoFactor('1'), null);
    });

    test('accepts a code once, however many send it at once', async () => {
      const { accounts } = tested.store;
      await enable();
      const used = { ...confirmed, lastStep: 8 };
      await assertOneStored(() => accounts.changeTwoFactor(enabled, confirmed, used), 'changed');
      const [, ...left] = used.backupCodes;
      await assertOneStored(
        () => accounts.changeTwoFactor(enabled, used, { ...used, backupCodes: left }),
        'changed',
      );
    });

    test('is begun once by those who found none', async () => {
      const { accounts } = tested.store;
      await addAccounts(tested.store, '1');
      const secretOf = (index: number) => ({ ...begun, secret: `SECRET${index}` });
      const winner = await assertOneStored(
        (index) => accounts.changeTwoFactor(account('1'), null, secretOf(index)),
        'changed',
      );
      assert.deepEqual(await accounts.twoFactor('1'), secretOf(winner));
    });
  });
}
