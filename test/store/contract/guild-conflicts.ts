import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { GuildChange } from '#guildhall/guilds/changes.js';
import { channel, member } from '../../guilds/worlds.js';
import { assertConflict, assertOneStored, COMPETITORS, nextTurn, Observed, sorted } from './conflicts.js';
import { addAccounts, addGuild, changeGuild, loadGuild, message, newGuild, renamed } from './fixtures.js';
import { eachWithStore, type MakePlace } from './store-place.js';

/** What `GuildStore` promises of changes that were decided on something else than what is stored. */
export function describeGuildConflicts(makePlace: MakePlace): void {
  describe('The version of a guild', () => {
    const tested = eachWithStore(makePlace);

    async function nameOf(id: string): Promise<string> {
      return (await loadGuild(tested.store, id)).settings.name;
    }

    test('rises with consecutive changes', async () => {
      const { store } = tested;
      await addAccounts(store, '1', '2');
      const guild = await addGuild(store, '100', { channels: [channel('110')] });
      await Promise.all([
        changeGuild(store, guild, [renamed(guild, 'a')]),
        changeGuild(store, guild, [{ kind: 'message', message: message('200', '110') }]),
        changeGuild(store, guild, [{ kind: 'member', member: member('2') }]),
        changeGuild(store, guild, [renamed(guild, 'b')]),
      ]);
      const stored = await loadGuild(store, '100');
      assert.deepEqual([stored.version, stored.settings.name, stored.members.size], [4, 'b', 2]);
      assert.notEqual(await store.messages.one('110', '200'), null);
    });

    test('may rise with a change submitted right after the creation', async () => {
      const { store } = tested;
      await addAccounts(store, '1');
      const made = newGuild('100');
      const created = store.guilds.create(made);
      await Promise.all([created, changeGuild(store, made.guild, [renamed(made.guild, 'a')])]);
      assert.equal(await nameOf('100'), 'a');
    });

    test('that differs from the stored one refuses the whole change, and only that', async () => {
      const { store } = tested;
      await addAccounts(store, '1', '2');
      const guild = await addGuild(store, '100');
      const other = await addGuild(store, '300');
      const stale = await loadGuild(store, '100');
      await changeGuild(store, guild, [renamed(guild, 'first')]);
      const [refused, stored] = await Promise.allSettled([
        changeGuild(store, stale, [renamed(stale, 'stale'), { kind: 'member', member: member('2') }]),
        changeGuild(store, other, [renamed(other, 'other')]),
      ]);
      assert.equal(stored.status, 'fulfilled');
      assert.ok(refused.status === 'rejected');
      await assertConflict(Promise.reject(refused.reason), 'version');
      assert.deepEqual([await nameOf('100'), await nameOf('300')], ['first', 'other']);
      assert.equal((await loadGuild(store, '100')).members.size, 1);
    });

    test('refuses stale messages, too', async () => {
      const { store } = tested;
      await addAccounts(store, '1');
      const guild = await addGuild(store, '100', { channels: [channel('110')] });
      const stale = await loadGuild(store, '100');
      await changeGuild(store, guild, [renamed(guild, 'first')]);
      await assertConflict(
        changeGuild(store, stale, [{ kind: 'message', message: message('200', '110') }]),
        'version',
      );
      assert.equal(await store.messages.one('110', '200'), null);
    });

    test('accepts one of several changes that were decided on the same state', async () => {
      const { store } = tested;
      await addAccounts(store, '1');
      await addGuild(store, '100');
      const loaded = await Promise.all(Array.from({ length: COMPETITORS }, () => loadGuild(store, '100')));
      const winner = await assertOneStored(async (index) => {
        const guild = loaded[index];
        assert.ok(guild);
        await changeGuild(store, guild, [renamed(guild, `name ${index}`)]);
      }, 'version');
      assert.equal(await nameOf('100'), `name ${winner}`);
    });

    test('of a removed or unknown guild is null', async () => {
      const { store } = tested;
      await addAccounts(store, '1');
      const guild = await addGuild(store, '100');
      await changeGuild(store, guild, [{ kind: 'guild-removed' }]);
      await assertConflict(changeGuild(store, guild, [renamed(guild, 'gone')]), 'version');
      const unknown = newGuild('300').guild;
      await assertConflict(changeGuild(store, unknown, [renamed(unknown, 'unknown')]), 'version');
      assert.equal(await store.guilds.load('100'), null);
      assert.equal(await store.guilds.load('300'), null);
    });

    test('ends with the removal, also for a change submitted right after it', async () => {
      const { store } = tested;
      await addAccounts(store, '1');
      const guild = await addGuild(store, '100');
      const removed = changeGuild(store, guild, [{ kind: 'guild-removed' }]);
      await assertConflict(changeGuild(store, guild, [renamed(guild, 'gone')]), 'version');
      await removed;
      assert.equal(await store.guilds.load('100'), null);
    });

    for (const wait of [false, true]) {
      const when = wait ? 'while it is on its way' : 'at the same moment';
      test(`refuses what was decided on top of a refused change ${when}`, async () => {
        const { store } = tested;
        await addAccounts(store, '1', '2');
        const guild = await addGuild(store, '100');
        const stale = await loadGuild(store, '100');
        const other = await addGuild(store, '300');
        await changeGuild(store, guild, [renamed(guild, 'first')]);
        const observed = new Observed();
        const change = (name: string, ...changes: GuildChange[]) =>
          changeGuild(store, stale, changes, { listener: observed.listener(name) });
        const first = change('stale', renamed(stale, 'stale'));
        const settled = Promise.allSettled([first]);
        if (wait) await nextTurn();
        const results = await Promise.allSettled([
          change('on top', renamed(stale, 'on top')),
          change('join', { kind: 'member', member: member('2') }),
          changeGuild(store, other, [renamed(other, 'other')], { listener: observed.listener('other') }),
        ]);
        await settled;
        assert.deepEqual(
          results.map(({ status }) => status),
          ['rejected', 'rejected', 'fulfilled'],
        );
        const ofGuild = observed.events.filter((event) => !event.startsWith('other'));
        assert.deepEqual(ofGuild, ['stale refused', 'on top refused', 'join refused']);
        const again = await loadGuild(store, '100');
        assert.deepEqual([again.settings.name, again.members.size], ['first', 1]);
        await changeGuild(store, again, [renamed(again, 'after loading again')]);
        assert.equal(await nameOf('100'), 'after loading again');
      });
    }

    test('refuses waiters of the guild of a refused change, and no others', async () => {
      const { store } = tested;
      await addAccounts(store, '1');
      const guild = await addGuild(store, '100');
      const stale = await loadGuild(store, '100');
      await changeGuild(store, guild, [renamed(guild, 'first')]);
      const observed = new Observed();
      const refused = changeGuild(store, stale, [renamed(stale, 'stale')]);
      const results = await Promise.allSettled([
        refused,
        store.settled(observed.listener('of the guild'), '100'),
        store.settled(observed.listener('of another'), '300'),
        store.settled(observed.listener('of any')),
      ]);
      assert.deepEqual(
        results.map(({ status }) => status),
        ['rejected', 'rejected', 'fulfilled', 'fulfilled'],
      );
      const events = sorted(observed.events);
      assert.deepEqual(events, ['of another committed', 'of any committed', 'of the guild refused']);
      await store.settled({}, '100');
    });

    test('refuses what a listener of a refused change submits on top of it', async () => {
      const { store } = tested;
      await addAccounts(store, '1');
      const guild = await addGuild(store, '100');
      const stale = await loadGuild(store, '100');
      await changeGuild(store, guild, [renamed(guild, 'first')]);
      let onTop: Promise<void> | undefined;
      const other = await addGuild(store, '300');
      const refused = changeGuild(store, stale, [renamed(stale, 'stale')]);
      const noticed = changeGuild(store, other, [renamed(other, 'other')], {
        listener: {
          committed: () => {
            onTop = changeGuild(store, stale, [renamed(stale, 'on top')]);
            onTop.catch(() => undefined);
          },
        },
      });
      await assertConflict(refused, 'version');
      await noticed;
      assert.ok(onTop);
      await assertConflict(onTop, 'version');
      assert.equal(await nameOf('100'), 'first');
    });
  });
}
