import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  dmKey,
  type PrivateChannel,
  type Recipient,
  withRecipient,
} from '#guildhall/guilds/private-channels/private-channel.js';
import type { CommitListener } from '#guildhall/store/commit.js';
import { member } from '../../guilds/worlds.js';
import { assertConflict, assertOneStored, byId, nextTurn, Observed, sorted } from './conflicts.js';
import { addAccounts, addApplication, addGuild, message } from './fixtures.js';
import { eachWithStore, type MakePlace } from './store-place.js';

function recipient(userId: string, more: Partial<Recipient> = {}): Recipient {
  return { userId, nick: null, isOpen: true, ...more };
}

function dm(id: string, first: Recipient, second: Recipient): PrivateChannel {
  return {
    id,
    type: 1,
    name: null,
    icon: null,
    ownerId: null,
    applicationId: null,
    recipients: new Map([first, second].map((one) => [one.userId, one])),
    lastMessageId: null,
    lastPinAt: null,
  };
}

function group(id: string, more: Partial<PrivateChannel> = {}): PrivateChannel {
  const channel = dm(id, recipient('1'), recipient('2'));
  return { ...channel, type: 3, ownerId: '1', ...more };
}

/** What `PrivateChannelStore` promises. */
export function describePrivateChannels(makePlace: MakePlace): void {
  describe('Private channels', () => {
    const tested = eachWithStore(makePlace);

    async function create(channel: PrivateChannel): Promise<PrivateChannel> {
      await tested.store.privateChannels.save({ before: null, after: channel, changes: [] });
      return channel;
    }

    function change(
      before: PrivateChannel,
      after: PrivateChannel | null,
      listener?: CommitListener,
    ): Promise<void> {
      return tested.store.privateChannels.save({ before, after, changes: [] }, listener);
    }

    async function load(id: string): Promise<PrivateChannel | undefined> {
      return (await tested.store.privateChannels.byIds([id]))[0];
    }

    test('are read with every field', async () => {
      await addAccounts(tested.store, '1', '2', '3');
      await addApplication(tested.store, '50');
      const full = group('600', {
        name: 'Group ✨',
        icon: 'aa',
        applicationId: '50',
        recipients: new Map([
          ['1', recipient('1', { nick: 'Ada' })],
          ['3', recipient('3', { isOpen: false })],
        ]),
        lastPinAt: 5000,
      });
      await create(full);
      const direct = await create(dm('9007199254740993', recipient('1'), recipient('2')));
      const found = await tested.store.privateChannels.byIds([direct.id, '600', '77']);
      assert.deepEqual(byId(found), [full, direct]);
      assert.deepEqual(await tested.store.privateChannels.byIds([]), []);
    });

    test('are changed field by field', async () => {
      await addAccounts(tested.store, '1', '2', '3');
      let channel = await create(group('600'));
      const steps: ((channel: PrivateChannel) => PrivateChannel)[] = [
        (one) => ({ ...one, name: 'Named' }),
        (one) => ({ ...one, icon: 'aa' }),
        (one) => ({ ...one, ownerId: '2' }),
        (one) => ({ ...one, lastPinAt: 7000 }),
        (one) => withRecipient(one, recipient('3', { nick: 'Eve' })),
        (one) => withRecipient(one, recipient('3', { isOpen: false })),
        (one) => ({ ...one, recipients: new Map([['2', recipient('2')]]) }),
        (one) => ({ ...one, name: null, icon: null, ownerId: null, lastPinAt: null }),
      ];
      for (const step of steps) {
        const after = step(channel);
        await change(channel, after);
        assert.deepEqual(await load('600'), after);
        channel = after;
      }
    });

    test('that are compared are changed once by what was decided on the same state', async () => {
      await addAccounts(tested.store, '1', '2', '3');
      const before = await create(group('600'));
      const afters = [
        withRecipient(before, recipient('3')),
        { ...before, name: 'Named' },
        { ...before, recipients: new Map([['2', recipient('2')]]) },
      ];
      const outcomes = await Promise.allSettled(
        afters.map((after) =>
          tested.store.privateChannels.save({ before, after, changes: [], isCompared: true }),
        ),
      );
      const stored = outcomes.findIndex(({ status }) => status === 'fulfilled');
      assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
      assert.deepEqual(await load('600'), afters[stored]);
    });

    for (const [what, changed] of [
      ['a recipient more', (one: PrivateChannel) => withRecipient(one, recipient('3'))],
      [
        'a recipient less',
        (one: PrivateChannel) => ({ ...one, recipients: new Map([['1', recipient('1')]]) }),
      ],
      ['a closed recipient', (one: PrivateChannel) => withRecipient(one, recipient('1', { isOpen: false }))],
      ['another owner', (one: PrivateChannel) => ({ ...one, ownerId: '2' })],
      ['another name', (one: PrivateChannel) => ({ ...one, name: 'Named' })],
    ] as const) {
      test(`that are compared are not changed if they have ${what} than were read`, async () => {
        const { privateChannels } = tested.store;
        await addAccounts(tested.store, '1', '2', '3');
        const before = await create(group('600'));
        await change(before, changed(before));
        const after = { ...before, lastPinAt: 7000 };
        await assertConflict(
          privateChannels.save({ before, after, changes: [], isCompared: true }),
          'changed',
        );
        assert.deepEqual(await load('600'), changed(before));
      });
    }

    test('have their newest message, and are removed with all their contents', async () => {
      const { attachments, messages, privateChannels } = tested.store;
      await addAccounts(tested.store, '1', '2');
      const channel = await create(group('600'));
      const file = {
        id: '900',
        filename: 'a.txt',
        size: 5,
        contentType: 'text/plain',
        width: null,
        height: null,
        accessKey: 'key',
        url: '',
      };
      const posted = message('1000', '600', { attachments: [file] });
      await privateChannels.save({
        before: channel,
        after: channel,
        changes: [
          { kind: 'message', message: posted },
          { kind: 'message', message: message('800', '600') },
        ],
      });
      assert.equal((await load('600'))?.lastMessageId, '1000');
      assert.notEqual(await messages.one('600', '800'), null);
      assert.equal(await tested.store.guilds.idOfChannel('600'), null);
      await change(channel, null);
      assert.equal(await load('600'), undefined);
      assert.equal(await messages.one('600', '800'), null);
      assert.deepEqual(await privateChannels.openIdsOfUser('1'), []);
      assert.deepEqual(await attachments.removed(10), [{ id: '900', userId: '1', size: 5 }]);
    });

    test('store the image of a group', async () => {
      const { images, privateChannels } = tested.store;
      await addAccounts(tested.store, '1', '2');
      const before = await create(group('600'));
      const after = { ...before, icon: 'aa' };
      const image = { hash: 'aa', data: 'aWNvbg==' };
      await privateChannels.save({ before, after, changes: [{ kind: 'image', use: 'icons', image }] });
      assert.equal(await images.one('icons', '600', 'aa'), image.data);
      await privateChannels.save({
        before: after,
        after: before,
        changes: [{ kind: 'image-removed', use: 'icons', hash: 'aa' }],
      });
      assert.equal(await images.one('icons', '600', 'aa'), null);
    });

    test('are listed for those who have them open, oldest first', async () => {
      await addAccounts(tested.store, '1', '2', '3');
      await create(group('1000'));
      await create(group('700'));
      await create(dm('800', recipient('1'), recipient('3', { isOpen: false })));
      const { privateChannels } = tested.store;
      assert.deepEqual(await privateChannels.openIdsOfUser('1'), ['700', '800', '1000']);
      assert.deepEqual(await privateChannels.openIdsOfUser('3'), []);
      assert.equal(await privateChannels.idOfDm(dmKey(['3', '1'])), '800');
      assert.equal(await privateChannels.idOfDm(dmKey(['1', '2'])), null);
    });

    test('of two users are one, however many open it at once', async () => {
      await addAccounts(tested.store, '1', '2');
      const winner = await assertOneStored(
        (index) => create(dm(String(600 + index), recipient('1'), recipient('2'))),
        'taken',
      );
      const id = String(600 + winner);
      assert.equal(await tested.store.privateChannels.idOfDm(dmKey(['1', '2'])), id);
      assert.deepEqual(await tested.store.privateChannels.openIdsOfUser('1'), [id]);
    });

    test('of an application are limited, however many are created at once', async () => {
      await addAccounts(tested.store, '1', '2');
      await addApplication(tested.store, '50');
      await assertOneStored(
        (index) =>
          tested.store.privateChannels.save({
            before: null,
            after: group(String(600 + index), { applicationId: '50' }),
            changes: [],
            groupsAtMost: 0,
          }),
        'groupsOfApplication',
      );
      assert.equal(await tested.store.privateChannels.countOfApplication('50'), 1);
      assert.equal(await tested.store.privateChannels.countOfApplication('60'), 0);
    });

    test('of a user are limited, however many are created or joined at once', async () => {
      const { privateChannels } = tested.store;
      await addAccounts(tested.store, '1', '2', '3', '4', '5');
      await create(dm('500', recipient('3'), recipient('4')));
      const joined = await create(group('510'));
      const save = (before: PrivateChannel | null, after: PrivateChannel) =>
        privateChannels.save({ before, after, changes: [], groupsOfUsersAtMost: { creator: 0, added: 0 } });
      const winner = await assertOneStored((index) => {
        if (index === 0) return save(joined, withRecipient(joined, recipient('3')));
        const recipients = new Map(['3', '5'].map((id) => [id, recipient(id)]));
        return save(null, group(String(600 + index), { ownerId: '3', recipients }));
      }, 'groupsOfUser');
      assert.equal(await privateChannels.countGroupsOfUser('3'), 1, 'a DM does not count');
      assert.equal(await privateChannels.countGroupsOfUser('4'), 0);
      const id = winner === 0 ? '510' : String(600 + winner);
      assert.deepEqual(await privateChannels.openIdsOfUser('3'), ['500', id]);
      const other = await create(
        group('700', { ownerId: '4', recipients: new Map([['4', recipient('4')]]) }),
      );
      const named = { ...other, name: 'Named' };
      await save(other, named);
      await assertConflict(save(named, withRecipient(named, recipient('3'))), 'groupsOfUser');
    });

    test('that were deleted accept no changes', async () => {
      await addAccounts(tested.store, '1', '2');
      const channel = await create(group('600'));
      const removal = change(channel, null);
      const posted = [{ kind: 'message', message: message('1000', '600') }] as const;
      await assertConflict(
        tested.store.privateChannels.save({ before: channel, after: channel, changes: posted }),
        'gone',
      );
      await removal;
      await assertConflict(change(channel, { ...channel, name: 'Named' }), 'gone');
      assert.equal(await load('600'), undefined);
      assert.equal(await tested.store.messages.one('600', '1000'), null);
    });

    test('refuse what was decided on top of a refused change', async () => {
      await addAccounts(tested.store, '1', '2', '3');
      await create(dm('600', recipient('1'), recipient('2')));
      const twin = dm('601', recipient('1'), recipient('2'));
      const observed = new Observed();
      const first = tested.store.privateChannels.save(
        { before: null, after: twin, changes: [] },
        observed.listener('first'),
      );
      const settled = Promise.allSettled([first]);
      await nextTurn();
      const results = await Promise.allSettled([
        change(twin, { ...twin, lastPinAt: 5000 }, observed.listener('second')),
        create(group('602')),
      ]);
      await settled;
      assert.deepEqual(
        results.map(({ status }) => status),
        ['rejected', 'fulfilled'],
      );
      assert.deepEqual(observed.events, ['first refused', 'second refused']);
      assert.equal(await load('601'), undefined);
    });

    test('find which users share a guild', async () => {
      await addAccounts(tested.store, '1', '2', '3', '4');
      await addGuild(tested.store, '100', { members: [member('2')] });
      await addGuild(tested.store, '200', { members: [member('2'), member('3')] });
      const sharing = async (id: string, ...others: string[]) =>
        sorted(await tested.store.privateChannels.sharingGuild(id, others));
      assert.deepEqual(await sharing('1', '2', '3', '4', '77'), ['2', '3']);
      assert.deepEqual(await sharing('4', '1', '2'), []);
      assert.deepEqual(await sharing('1'), []);
    });
  });
}
