import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { GuildChange } from '#guildhall/guilds/changes.js';
import type { GuildState } from '#guildhall/guilds/state.js';
import type { Store } from '#guildhall/store/store.js';
import { channel, integration, member, role } from '../../guilds/worlds.js';
import { byId } from './conflicts.js';
import {
  account,
  addAccounts,
  addApplication,
  addGuild,
  changeGuild,
  loadGuild,
  message,
  renamed,
} from './fixtures.js';
import { CHANGES, CHANNEL, EMOJI, INVITE, MEMBER, ROLE } from './guild-values.js';
import { eachWithStore, type MakePlace } from './store-place.js';

/** Checks that a guild is stored as it is in memory, apart from voice states and accounts. */
async function assertStored(store: Store, guild: GuildState): Promise<void> {
  const stored = await store.guilds.load(guild.id);
  const subscribers = new Map([...guild.subscribers].filter(([, users]) => users.size > 0));
  const { users, revision, ...expected } = { ...guild, voiceStates: new Map(), subscribers };
  assert.deepEqual(stored?.state, expected);
}

/** What `GuildStore` promises of reads, and of changes that are stored. */
export function describeGuilds(makePlace: MakePlace): void {
  describe('Guilds', () => {
    const tested = eachWithStore(makePlace);

    test('are created and loaded with what is in them', async () => {
      await addAccounts(tested.store, '1', '2');
      await addApplication(tested.store, '50');
      const guild = await addGuild(tested.store, '100', {
        roles: [ROLE],
        channels: [channel('111', { type: 4 }), CHANNEL],
        members: [MEMBER],
        applicationId: '50',
      });
      await assertStored(tested.store, guild);
      assert.equal(await tested.store.guilds.load('101'), null);
    });

    test('are stored with every kind of change, field by field', async () => {
      const { store } = tested;
      await addAccounts(store, '1', '2', '3');
      await addApplication(store, '50');
      const guild = await addGuild(store, '100');
      for (const [name, changes] of CHANGES) {
        await changeGuild(store, guild, changes(guild));
        await assert.doesNotReject(assertStored(store, guild), name);
      }
      assert.equal(guild.version, 1 + CHANGES.length);
    });

    test('are stored with several changes in the order in which they are stated', async () => {
      const { store } = tested;
      await addAccounts(store, '1', '2');
      const guild = await addGuild(store, '100');
      await changeGuild(store, guild, [
        { kind: 'role', role: ROLE },
        { kind: 'member', member: MEMBER },
        { kind: 'role-removed', id: ROLE.id },
        { kind: 'member-removed', userId: '2' },
        { kind: 'role', role: { ...ROLE, name: 'again' } },
        { kind: 'member', member: { ...MEMBER, nick: 'again' } },
        { kind: 'member', member: { ...MEMBER, nick: 'last' } },
      ]);
      await assertStored(store, guild);
    });

    test('are stored as submitted, whatever happens to them in memory', async () => {
      const { store } = tested;
      await addAccounts(store, '1');
      const guild = await addGuild(store, '100');
      const saved = changeGuild(store, guild, [renamed(guild, 'Handed in')]);
      guild.settings = { ...guild.settings, name: 'Later' };
      guild.version += 1;
      await saved;
      const { settings, version } = await loadGuild(store, '100');
      assert.deepEqual([settings.name, version], ['Handed in', 2]);
    });

    test('are loaded again each time', async () => {
      const { store } = tested;
      await addAccounts(store, '1');
      await addGuild(store, '100', { channels: [channel('110')] });
      const first = await loadGuild(store, '100');
      first.channels.clear();
      first.members.clear();
      first.version = 77;
      const second = await loadGuild(store, '100');
      assert.deepEqual([second.channels.size, second.members.size, second.version], [1, 1, 1]);
    });

    test('keep their version when only messages, voice states or the audit log change', async () => {
      const { store } = tested;
      await addAccounts(store, '1');
      const guild = await addGuild(store, '100', { channels: [channel('110')] });
      const voiceState = {
        userId: '1',
        channelId: '110',
        sessionId: 's',
        activeAt: 0,
        hasDelegatedAccess: false,
      };
      await changeGuild(store, guild, [{ kind: 'message', message: message('200', '110') }]);
      await changeGuild(store, guild, [
        { kind: 'voice-state', voiceState: { ...voiceState, selfMute: false, selfDeaf: false } },
      ]);
      const loaded = await loadGuild(store, '100');
      assert.equal(loaded.version, 1);
      assert.equal(loaded.voiceStates.size, 0);
    });

    test('have lists in the order of ids, and invites in the order of their creation', async () => {
      const { store } = tested;
      await addAccounts(store, '1', '1000', '20');
      const guild = await addGuild(store, '100', {
        roles: [role('3000'), role('400')],
        channels: [channel('1110'), channel('120'), channel('110')],
        members: [member('1000'), member('20')],
      });
      const invite = (code: string, createdAt: number): GuildChange => ({
        kind: 'invite',
        invite: { ...INVITE, code, createdAt },
      });
      const emoji = (id: string): GuildChange => ({ kind: 'emoji', emoji: { ...EMOJI, id } });
      await changeGuild(store, guild, [invite('a', 3000), invite('z', 1000), invite('m', 2000)]);
      await changeGuild(store, guild, [emoji('1300'), emoji('140')]);
      const { roles, channels, members, invites, emojis } = await loadGuild(store, '100');
      assert.deepEqual([...roles.keys()], ['100', '400', '3000']);
      assert.deepEqual([...channels.keys()], ['110', '120', '1110']);
      assert.deepEqual([...members.keys()], ['1', '20', '1000']);
      assert.deepEqual([...invites.keys()], ['z', 'm', 'a']);
      assert.deepEqual([...emojis.keys()], ['140', '1300']);
    });

    test('have channels with their newest message', async () => {
      const { store } = tested;
      await addAccounts(store, '1');
      const guild = await addGuild(store, '100', { channels: [channel('110'), channel('111')] });
      for (const id of ['1000', '999']) {
        await changeGuild(store, guild, [{ kind: 'message', message: message(id, '110') }]);
      }
      const { channels } = await loadGuild(store, '100');
      assert.equal(channels.get('110')?.lastMessageId, '1000');
      assert.equal(channels.get('111')?.lastMessageId, null);
    });

    test('come with the accounts of members and of those who created invites and integrations', async () => {
      const { store } = tested;
      await addAccounts(store, '1', '2', '3', '4', '5');
      const guild = await addGuild(store, '100', { channels: [channel('110')], members: [member('2')] });
      await changeGuild(store, guild, [
        { kind: 'invite', invite: { ...INVITE, inviterId: '3' } },
        { kind: 'invite', invite: { ...INVITE, code: 'own', inviterId: '2' } },
        { kind: 'integration', integration: integration('7', { userId: '4' }) },
      ]);
      const stored = await store.guilds.load('100');
      assert.deepEqual(
        byId(stored?.accounts ?? []),
        ['1', '2', '3', '4'].map((id) => account(id)),
      );
    });

    test('are found by member, channel, invite and integration', async () => {
      const { store } = tested;
      await addAccounts(store, '1', '2');
      for (const id of ['1000', '300', '200']) await addGuild(store, id, { channels: [channel(`${id}1`)] });
      const guild = await loadGuild(store, '300');
      await changeGuild(store, guild, [
        { kind: 'member', member: member('2') },
        { kind: 'temporary-member', userId: '2' },
        { kind: 'invite', invite: { ...INVITE, channelId: '3001' } },
        { kind: 'integration', integration: integration('7', { roleId: '300' }) },
      ]);
      const other = await loadGuild(store, '200');
      const disabled = integration('8', { roleId: '200', enabled: false });
      await changeGuild(store, other, [{ kind: 'integration', integration: disabled }]);
      const { guilds } = store;
      assert.deepEqual(await guilds.idsOfUser('1'), ['200', '300', '1000']);
      assert.deepEqual(await guilds.idsOfUser('2'), ['300']);
      assert.deepEqual(await guilds.idsOfUser('3'), []);
      const temporary = { guildId: '300', userId: '2' };
      assert.deepEqual(await guilds.temporaryMemberships(['1', '2']), [temporary]);
      assert.deepEqual(await guilds.temporaryMemberships(['1']), []);
      assert.deepEqual(await guilds.someTemporaryMemberships(null, 10), [temporary]);
      assert.deepEqual(await guilds.someTemporaryMemberships({ guildId: '300', userId: '1' }, 10), [
        temporary,
      ]);
      assert.deepEqual(await guilds.someTemporaryMemberships(null, 0), []);
      assert.deepEqual(await guilds.someTemporaryMemberships(temporary, 10), []);
      assert.equal(await guilds.countOfUser('1'), 3);
      assert.equal(await guilds.countOfUser('3'), 0);
      assert.equal(await guilds.idOfChannel('3001'), '300');
      assert.equal(await guilds.idOfChannel('300'), null);
      assert.equal(await guilds.idOfInvite('abc'), '300');
      assert.equal(await guilds.idOfInvite('xyz'), null);
      assert.deepEqual(await guilds.idsWithIntegrations(), ['300']);
    });

    test('and their channels are counted by the application that created them', async () => {
      const { store } = tested;
      await addAccounts(store, '1');
      await addApplication(store, '50');
      const own = { applicationId: '50' };
      const channels = [channel('110', own), channel('111', own), channel('112')];
      await addGuild(store, '100', { ...own, channels });
      await addGuild(store, '200', { channels: [channel('210', own)] });
      assert.equal(await store.guilds.countOfApplication('50'), 1);
      assert.equal(await store.guilds.channelCountOfApplication('50'), 3);
      assert.equal(await store.guilds.countOfApplication('60'), 0);
      assert.equal(await store.guilds.channelCountOfApplication('60'), 0);
    });
  });
}
