import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { StoreBusyError } from '#guildhall/store/errors.js';
import { channel, role } from '../../guilds/worlds.js';
import { Observed } from './conflicts.js';
import {
  account,
  addAccounts,
  addApplication,
  addGuild,
  authorization,
  changeGuild,
  grant,
  loadGuild,
  message,
  newGuild,
  renamed,
  token,
} from './fixtures.js';
import { eachWithStore, type MakePlace } from './store-place.js';

/** What `Store` itself guarantees: durability, and the order of changes and notifications. */
export function describeDurability(makePlace: MakePlace): void {
  describe('A store', () => {
    const tested = eachWithStore(makePlace);

    test('has everything after it is closed and reopened', async () => {
      await addAccounts(tested.store, '1', '2');
      const game = await addApplication(tested.store, '50');
      await tested.store.authorizations.authorize(authorization(game, grant('70', '50')));
      const guild = await addGuild(tested.store, '100', { channels: [channel('110')] });
      await changeGuild(tested.store, guild, [{ kind: 'message', message: message('200', '110') }]);
      const before = await tested.store.guilds.load('100');
      await tested.reopen();
      const { store } = tested;
      assert.deepEqual(await store.guilds.load('100'), before);
      assert.deepEqual(await store.accounts.byIds(['2']), [account('2')]);
      assert.deepEqual(await store.applications.byId('50'), game);
      assert.deepEqual(await store.authorizations.grantById('70'), grant('70', '50'));
      assert.notEqual(await store.messages.one('110', '200'), null);
      const again = await loadGuild(store, '100');
      await changeGuild(store, again, [renamed(again, 'after opening again')]);
    });

    test('stores what was submitted before it is closed, and accepts nothing after', async () => {
      await addAccounts(tested.store, '1');
      const guild = await addGuild(tested.store, '100');
      const { store } = tested;
      const names = Array.from({ length: 20 }, (_, index) => `name ${index}`);
      const changes = Promise.all(names.map((name) => changeGuild(store, guild, [renamed(guild, name)])));
      const closed = tested.close();
      await changes;
      await closed;
      assert.throws(() => store.assertRoom(), StoreBusyError);
      await assert.rejects(changeGuild(store, guild, [renamed(guild, 'late')]), StoreBusyError);
      await tested.reopen();
      assert.equal((await loadGuild(tested.store, '100')).settings.name, 'name 19');
    });

    test('reports stored changes in the order of submission, before their promises resolve', async () => {
      const { store } = tested;
      await addAccounts(store, '1', '2');
      const guild = await addGuild(store, '100');
      const observed = new Observed();
      const told = (name: string) => ({ listener: observed.listener(name) });
      const resolved = (name: string) => () => void observed.events.push(`${name} resolved`);
      await Promise.all([
        changeGuild(store, guild, [renamed(guild, 'a')], told('first')).then(resolved('first')),
        store.guilds.create(newGuild('300'), observed.listener('second')).then(resolved('second')),
        store.authorizations.revokeToken('token 2', observed.listener('third')).then(resolved('third')),
        store.settled(observed.listener('fourth')).then(resolved('fourth')),
        changeGuild(store, guild, [renamed(guild, 'b')], told('fifth')).then(resolved('fifth')),
      ]);
      const names = ['first', 'second', 'third', 'fourth', 'fifth'];
      const committed = observed.events.filter((event) => event.endsWith('committed'));
      assert.deepEqual(
        committed,
        names.map((name) => `${name} committed`),
      );
      for (const name of names) {
        const { events } = observed;
        assert.ok(events.indexOf(`${name} committed`) < events.indexOf(`${name} resolved`), name);
      }
    });

    test('reports stored and refused changes in order of submission', async () => {
      const { store } = tested;
      await addAccounts(store, '1');
      const guild = await addGuild(store, '100');
      const stale = await loadGuild(store, '100');
      const other = await addGuild(store, '300');
      await changeGuild(store, guild, [renamed(guild, 'first')]);
      const observed = new Observed();
      await Promise.allSettled([
        changeGuild(store, other, [renamed(other, 'a')], { listener: observed.listener('before') }),
        changeGuild(store, stale, [renamed(stale, 'b')], { listener: observed.listener('stale') }),
        changeGuild(store, other, [renamed(other, 'c')], { listener: observed.listener('after') }),
      ]);
      assert.deepEqual(observed.events, ['before committed', 'stale refused', 'after committed']);
    });

    test('has settled once everything submitted before is stored', async () => {
      const { store } = tested;
      await addAccounts(store, '1');
      const guild = await addGuild(store, '100');
      const name = async () => (await loadGuild(store, '100')).settings.name;
      const changed = changeGuild(store, guild, [renamed(guild, 'a')]);
      await store.settled();
      assert.equal(await name(), 'a');
      await changed;
      await store.settled();
    });

    test('continues when a listener throws', async () => {
      const { store } = tested;
      await addAccounts(store, '1');
      const guild = await addGuild(store, '100');
      const fault = new TypeError('of the listener');
      const observed = new Observed();
      const throwing = {
        committed: () => {
          throw fault;
        },
      };
      await Promise.all([
        changeGuild(store, guild, [renamed(guild, 'a')], { listener: throwing }),
        changeGuild(store, guild, [renamed(guild, 'b')], { listener: observed.listener('second') }),
      ]);
      assert.deepEqual(observed.events, ['second committed']);
      assert.deepEqual(tested.errors, [fault]);
    });

    test('returns the newest id of all its objects', async () => {
      const { store } = tested;
      assert.equal(await store.newestId(), '0');
      await addAccounts(store, '1');
      assert.equal(await store.newestId(), '1');
      const game = await addApplication(store, '50');
      assert.equal(await store.newestId(), '50');
      const guild = await addGuild(store, '100', { channels: [channel('110')] });
      assert.equal(await store.newestId(), '110');
      await changeGuild(store, guild, [{ kind: 'role', role: role('120') }]);
      assert.equal(await store.newestId(), '120');
      const emoji = { id: '130', name: 'smile', roles: [], userId: '1', animated: false };
      await changeGuild(store, guild, [{ kind: 'emoji', emoji }]);
      assert.equal(await store.newestId(), '130');
      await changeGuild(store, guild, [{ kind: 'message', message: message('140', '110') }]);
      assert.equal(await store.newestId(), '140');
      await store.authorizations.authorize(authorization(game, grant('150', '50')));
      assert.equal(await store.newestId(), '150');
      await store.accounts.create({ account: account('9007199254740993'), token: token('a', '1') });
      assert.equal(await store.newestId(), '9007199254740993');
    });

    test('writes a whole copy while it is in use', async () => {
      const { place, store } = tested;
      await addAccounts(store, '1');
      const guild = await addGuild(store, '100');
      await changeGuild(store, guild, [renamed(guild, 'before')]);
      const path = join(place.folder, 'backup');
      const changes = Array.from({ length: 20 }, (_, index) =>
        changeGuild(store, guild, [renamed(guild, `name ${index}`)]),
      );
      await store.backup(path);
      await Promise.all(changes);
      await changeGuild(store, guild, [renamed(guild, 'after')]);
      const copy = await place.openBackup(path);
      const { settings, version } = await loadGuild(copy, '100');
      await copy.close();
      assert.match(settings.name, /^(?:before|name \d+)$/);
      assert.equal(settings.name, version === 2 ? 'before' : `name ${version - 3}`);
      assert.equal((await loadGuild(store, '100')).settings.name, 'after');
    });

    test('does not overwrite a file with a copy', async () => {
      const path = join(tested.place.folder, 'backup');
      await tested.store.backup(path);
      await assert.rejects(tested.store.backup(path));
    });
  });
}
