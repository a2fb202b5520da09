import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { GuildChange } from '#guildhall/guilds/changes.js';
import { channel, member } from '../../guilds/worlds.js';
import { assertConflict, assertOneStored } from './conflicts.js';
import {
  addAccounts,
  addApplication,
  addGuild,
  changeGuild,
  loadGuild,
  newGuild,
  renamed,
} from './fixtures.js';
import { eachWithStore, type MakePlace } from './store-place.js';

/** What `GuildStore` promises of conditions of changes. */
export function describeGuildConditions(makePlace: MakePlace): void {
  describe('A condition of a guild', () => {
    const tested = eachWithStore(makePlace);
    const invite = {
      code: 'abc',
      channelId: '110',
      inviterId: null,
      uses: 0,
      maxUses: 0,
      maxAge: 0,
      temporary: false,
      vanity: false,
      createdAt: 2000,
    };

    test('limits the guilds of a user, however many are joined at once', async () => {
      const { store } = tested;
      await addAccounts(store, '1', '2');
      const guilds = await Promise.all(
        Array.from({ length: 10 }, (_, index) => addGuild(store, String(100 + index))),
      );
      const join = (index: number) => {
        const guild = guilds[index];
        assert.ok(guild);
        return changeGuild(store, guild, [{ kind: 'member', member: member('2') }], {
          conditions: [{ conflict: 'guildsOfUser', userId: '2', atMost: 0 }],
        });
      };
      const winner = await assertOneStored(join, 'guildsOfUser');
      assert.deepEqual(await store.guilds.idsOfUser('2'), [String(100 + winner)]);
      assert.equal((await loadGuild(store, winner === 0 ? '101' : '100')).version, 1);
    });

    test('limits the guilds of an application, however many are created at once', async () => {
      const { store } = tested;
      await addAccounts(store, '1');
      await addApplication(store, '50');
      const conditions = [{ conflict: 'guildsOfApplication', applicationId: '50', atMost: 0 }] as const;
      const winner = await assertOneStored(
        (index) => store.guilds.create(newGuild(String(100 + index), { applicationId: '50', conditions })),
        'guildsOfApplication',
      );
      assert.equal(await store.guilds.countOfApplication('50'), 1);
      assert.deepEqual(await store.guilds.idsOfUser('1'), [String(100 + winner)]);
    });

    test('limits the channels of an application in all guilds', async () => {
      const { store } = tested;
      await addAccounts(store, '1');
      await addApplication(store, '50');
      const first = await addGuild(store, '100');
      const second = await addGuild(store, '200');
      const conditions = [{ conflict: 'channelsOfApplication', applicationId: '50', atMost: 0 }] as const;
      const created = (id: string): GuildChange[] => [
        { kind: 'channel', channel: channel(id, { applicationId: '50' }) },
      ];
      const [stored, refused] = await Promise.allSettled([
        changeGuild(store, first, created('110'), { conditions }),
        changeGuild(store, second, created('210'), { conditions }),
      ]);
      assert.equal(stored.status, 'fulfilled');
      assert.ok(refused.status === 'rejected');
      await assertConflict(Promise.reject(refused.reason), 'channelsOfApplication');
      assert.equal(await store.guilds.channelCountOfApplication('50'), 1);
      const again = await loadGuild(store, '200');
      const more = [{ ...conditions[0], atMost: 1 }];
      await changeGuild(store, again, created('210'), { conditions: more });
      assert.equal(await store.guilds.channelCountOfApplication('50'), 2);
    });

    test('demands that an application exists', async () => {
      const { store } = tested;
      await addAccounts(store, '1');
      await addApplication(store, '50');
      const guild = await addGuild(store, '100');
      const conditions = [{ conflict: 'gone', applicationId: '50' }] as const;
      await changeGuild(store, guild, [renamed(guild, 'a')], { conditions });
      await store.applications.remove('50');
      await assertConflict(changeGuild(store, guild, [renamed(guild, 'b')], { conditions }), 'gone');
      assert.equal((await loadGuild(store, '100')).settings.name, 'a');
    });

    test('gives an invite code to one guild', async () => {
      const { store } = tested;
      await addAccounts(store, '1');
      const guilds = await Promise.all(
        Array.from({ length: 10 }, (_, index) => {
          const id = String(100 + index);
          return addGuild(store, id, { channels: [channel(`${id}1`)] });
        }),
      );
      const create = (index: number) => {
        const guild = guilds[index];
        assert.ok(guild);
        return changeGuild(
          store,
          guild,
          [{ kind: 'invite', invite: { ...invite, channelId: `${guild.id}1` } }],
          { conditions: [{ conflict: 'taken', inviteCode: 'abc' }] },
        );
      };
      const winner = await assertOneStored(create, 'taken');
      assert.equal(await store.guilds.idOfInvite('abc'), String(100 + winner));
      const own = await loadGuild(store, String(100 + winner));
      await changeGuild(
        store,
        own,
        [{ kind: 'invite', invite: { ...invite, channelId: `${own.id}1`, uses: 1 } }],
        { conditions: [{ conflict: 'taken', inviteCode: 'abc' }] },
      );
    });

    test('refuses what was decided on top of the refused change', async () => {
      const { store } = tested;
      await addAccounts(store, '1');
      const guild = await addGuild(store, '100');
      const conditions = [{ conflict: 'gone', applicationId: '50' }] as const;
      const refused = assertConflict(
        changeGuild(store, guild, [renamed(guild, 'a')], { conditions }),
        'gone',
      );
      await assertConflict(changeGuild(store, guild, [renamed(guild, 'b')]), 'version');
      await refused;
      assert.equal((await loadGuild(store, '100')).version, 1);
    });
  });
}
