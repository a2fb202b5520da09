import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AuditEntry } from '#guildhall/guilds/audit-log/entry.js';
import type { AuditLogFilter } from '#guildhall/store/guilds.js';
import { member } from '../../guilds/worlds.js';
import { assertConflict } from './conflicts.js';
import { addAccounts, addGuild, changeGuild, loadGuild, renamed } from './fixtures.js';
import { eachWithStore, type MakePlace } from './store-place.js';

function entry(id: string, more: Partial<AuditEntry> = {}): AuditEntry {
  return { id, userId: '1', action: 1, targetId: '100', changes: [], options: null, reason: null, ...more };
}

const ANY: AuditLogFilter = { userId: null, actionType: null, before: null };

/** What `AuditLogStore` and `ActivityStore` promise. */
export function describeLogs(makePlace: MakePlace): void {
  describe('The audit log', () => {
    const tested = eachWithStore(makePlace);

    async function idsOf(filter: Partial<AuditLogFilter>, limit = 100): Promise<string[]> {
      return (await tested.store.auditLog.page('100', { ...ANY, ...filter }, limit)).map(({ id }) => id);
    }

    async function write(...entries: AuditEntry[]): Promise<void> {
      const guild = await loadGuild(tested.store, '100');
      await changeGuild(
        tested.store,
        guild,
        entries.map((one) => ({ kind: 'audit-entry', entry: one })),
      );
    }

    test('has entries with every field', async () => {
      await addAccounts(tested.store, '1');
      await addGuild(tested.store, '100');
      const full = entry('500', {
        action: 31,
        targetId: null,
        changes: [
          { field: 'name', before: 'a', after: 'b' },
          { field: 'icon', after: 'aa' },
          { field: 'rateLimitPerUser', before: 5 },
          { field: '$add', after: [{ id: '120', name: 'role' }] },
        ],
        options: { deleteMemberDays: '7', membersRemoved: '3', channelId: '110', roleName: 'keepers' },
        reason: 'Because ✨',
      });
      await write(full, entry('501'));
      assert.deepEqual(await tested.store.auditLog.page('100', ANY, 100), [entry('501'), full]);
    });

    test('is read in pages, newest first', async () => {
      await addAccounts(tested.store, '1', '2');
      await addGuild(tested.store, '100', { members: [member('2')] });
      await addGuild(tested.store, '300');
      await write(
        entry('1000', { userId: '2' }),
        entry('900', { action: 10 }),
        entry('1010', { userId: '2', action: 10 }),
        entry('80'),
      );
      assert.deepEqual(await idsOf({}), ['1010', '1000', '900', '80']);
      assert.deepEqual(await idsOf({}, 2), ['1010', '1000']);
      assert.deepEqual(await idsOf({ before: '1000' }), ['900', '80']);
      assert.deepEqual(await idsOf({ before: '950' }, 1), ['900']);
      assert.deepEqual(await idsOf({ userId: '2' }), ['1010', '1000']);
      assert.deepEqual(await idsOf({ actionType: 10 }), ['1010', '900']);
      assert.deepEqual(await idsOf({ userId: '2', actionType: 10, before: '2000' }), ['1010']);
      assert.deepEqual(await tested.store.auditLog.page('300', ANY, 100), []);
    });

    test('has no entry of a refused change, and is removed with the guild', async () => {
      await addAccounts(tested.store, '1');
      const guild = await addGuild(tested.store, '100');
      const stale = await loadGuild(tested.store, '100');
      await changeGuild(tested.store, guild, [
        renamed(guild, 'a'),
        { kind: 'audit-entry', entry: entry('500') },
      ]);
      await assertConflict(
        changeGuild(tested.store, stale, [{ kind: 'audit-entry', entry: entry('501') }]),
        'version',
      );
      assert.deepEqual(await idsOf({}), ['500']);
      await changeGuild(tested.store, guild, [{ kind: 'guild-removed' }]);
      assert.deepEqual(await idsOf({}), []);
    });
  });

  describe('Activity', () => {
    const tested = eachWithStore(makePlace);

    test('is read of the members of a guild who were ever active', async () => {
      const { activity } = tested.store;
      await addAccounts(tested.store, '1', '2', '3');
      await addGuild(tested.store, '100', { members: [member('2')] });
      await activity.save(
        new Map([
          ['1', 1000],
          ['3', 3000],
        ]),
      );
      assert.deepEqual(await activity.ofGuild('100'), new Map([['1', 1000]]));
      await activity.save(
        new Map([
          ['1', 5000],
          ['2', 2000],
        ]),
      );
      const latest = new Map([
        ['1', 5000],
        ['2', 2000],
      ]);
      assert.deepEqual(await activity.ofGuild('100'), latest);
      assert.deepEqual(await activity.ofGuild('300'), new Map());
      await activity.save(new Map());
    });
  });
}
