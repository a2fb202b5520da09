import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { member } from '../../guilds/worlds.js';
import { assertConflict, assertOneStored, byId, Observed, sorted } from './conflicts.js';
import {
  account,
  addAccounts,
  addApplication,
  addGuild,
  application,
  authorization,
  changeGuild,
  code,
  grant,
  granted,
  newBot,
} from './fixtures.js';
import { eachWithStore, type MakePlace } from './store-place.js';

/** What `ApplicationStore` promises. */
export function describeApplications(makePlace: MakePlace): void {
  describe('Applications', () => {
    const tested = eachWithStore(makePlace);

    test('are read by id and by bot with every field', async () => {
      const { applications } = tested.store;
      await addAccounts(tested.store, '1', '2');
      const full = application('9007199254740993', {
        approved: true,
        icon: 'aa',
        botId: '9007199254740995',
        rpcOrigins: [],
        redirectUris: ['https://a.example', 'https://b.example'],
        testers: ['2', '1'],
      });
      await applications.create(full, newBot('9007199254740995', full.id), { hash: 'aa', data: 'aWNvbg==' });
      assert.deepEqual(await applications.byId(full.id), full);
      assert.deepEqual(await applications.byBot('9007199254740995'), full);
      assert.equal(await applications.byId('7'), null);
      assert.equal(await applications.byBot('1'), null);
      assert.equal(await tested.store.images.one('icons', full.id, 'aa'), 'aWNvbg==');
    });

    test('are listed oldest first', async () => {
      const { applications } = tested.store;
      await addAccounts(tested.store, '1');
      for (const id of ['1000', '20', '3']) await addApplication(tested.store, id);
      const ids = (await applications.list()).map(({ id }) => id);
      assert.deepEqual(ids, ['3', '20', '1000']);
      const some = byId(await applications.byIds(['20', '3', '77']));
      assert.deepEqual(some, [application('3'), application('20')]);
      assert.deepEqual(await applications.byIds([]), []);
    });

    test('are created with the account and the token of their bot, or not at all', async () => {
      const { accounts, applications, authorizations } = tested.store;
      await addAccounts(tested.store, '1');
      const bot = newBot('51', '50');
      await applications.create(application('50', { botId: '51' }), bot, null);
      assert.deepEqual(await accounts.byIds(['51']), [bot.account]);
      assert.deepEqual(await authorizations.token(bot.token.hash), bot.token);
      const twin = newBot('61', '60');
      const named = { ...twin, account: { ...twin.account, username: bot.account.username } };
      await assertConflict(
        applications.create(application('60', { botId: '61' }), named, { hash: 'aa', data: 'aWNvbg==' }),
        'taken',
      );
      assert.equal(await applications.byId('60'), null);
      assert.equal(await authorizations.token(twin.token.hash), null);
      assert.equal(await tested.store.images.one('icons', '60', 'aa'), null);
    });

    test('are changed only if no other change was stored since they were read', async () => {
      const { applications } = tested.store;
      await addAccounts(tested.store, '1', '2');
      const before = await addApplication(tested.store, '50');
      const approved = { ...before, approved: true };
      await applications.change(before, approved);
      await assertConflict(applications.change(before, { ...before, testers: ['2'] }), 'changed');
      assert.deepEqual(await applications.byId('50'), approved);
    });

    test('are changed once by those who read the same', async () => {
      const { applications } = tested.store;
      await addAccounts(tested.store, '1');
      const before = await addApplication(tested.store, '50');
      const named = (index: number) => ({ ...before, name: `name ${index}` });
      const winner = await assertOneStored((index) => applications.change(before, named(index)), 'changed');
      assert.deepEqual(await applications.byId('50'), named(winner));
    });

    test('replace and remove their icon, or leave it', async () => {
      const { applications, images } = tested.store;
      await addAccounts(tested.store, '1');
      const none = await addApplication(tested.store, '50');
      const first = { ...none, icon: 'aa' };
      await applications.change(none, first, { hash: 'aa', data: 'Zmlyc3Q=' });
      const renamed = { ...first, name: 'Other' };
      await applications.change(first, renamed);
      assert.equal(await images.one('icons', '50', 'aa'), 'Zmlyc3Q=');
      const second = { ...renamed, icon: 'bb' };
      await applications.change(renamed, second, { hash: 'bb', data: 'c2Vjb25k' });
      assert.equal(await images.one('icons', '50', 'aa'), null);
      assert.equal(await images.one('icons', '50', 'bb'), 'c2Vjb25k');
      await applications.change(second, { ...second, icon: null }, null);
      assert.equal(await images.one('icons', '50', 'bb'), null);
    });

    test('are removed with their icon, tokens and grants; the account of the bot stays', async () => {
      const { accounts, applications, authorizations, images } = tested.store;
      await addAccounts(tested.store, '1', '2');
      const game = application('50', { botId: '51', icon: 'aa' });
      await applications.create(game, newBot('51', '50'), { hash: 'aa', data: 'aWNvbg==' });
      const lasting = grant('70', '50');
      await authorizations.authorize(
        authorization(game, lasting, {
          code: code('code', lasting),
          tokens: [granted('access', lasting, 'access')],
        }),
      );
      await authorizations.authorize(authorization(game, grant('71', '50', { userId: '2', once: true })));
      await authorizations.addTokens('50', [
        granted('access', lasting, 'own', { grantId: null, chain: null }),
      ]);
      await authorizations.addRpcToken({ hash: 'rpc', applicationId: '50', expiresAt: 60_000 });
      assert.deepEqual(sorted(await applications.remove('50')), ['1', '2']);
      assert.equal(await applications.byId('50'), null);
      assert.equal(await images.one('icons', '50', 'aa'), null);
      assert.deepEqual(await authorizations.grantsOfApplication('50'), []);
      for (const hash of ['access', 'own', 'token 51']) assert.equal(await authorizations.token(hash), null);
      assert.equal(await authorizations.code('code'), null);
      assert.equal(await authorizations.rpcToken('rpc'), null);
      assert.deepEqual(await accounts.byIds(['51']), [account('51', { bot: true })]);
    });

    test('are removed once', async () => {
      await addAccounts(tested.store, '1');
      await addApplication(tested.store, '50');
      const observed = new Observed();
      await assertOneStored(
        (index) => tested.store.applications.remove('50', observed.listener(String(index))),
        'gone',
      );
      assert.equal(observed.events.filter((event) => event.endsWith('committed')).length, 1);
      await assertConflict(tested.store.applications.change(application('50'), application('50')), 'changed');
    });

    test('are not removed while their bot is in a guild', async () => {
      const { applications } = tested.store;
      await addAccounts(tested.store, '1');
      const game = await addApplication(tested.store, '50', '51');
      const guild = await addGuild(tested.store, '100', { members: [member('51')] });
      await assertConflict(applications.remove('50'), 'guildsOfUser');
      assert.deepEqual(await applications.byId('50'), game);
      await changeGuild(tested.store, guild, [{ kind: 'member-removed', userId: '51' }]);
      await applications.remove('50');
      assert.equal(await applications.byId('50'), null);
    });
  });
}
