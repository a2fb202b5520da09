import assert from 'node:assert/strict';
import { applyChanges, type GuildChange } from '#guildhall/guilds/changes.js';
import type { GuildState, GuildVoiceState } from '#guildhall/guilds/state.js';
import type { Store } from '#guildhall/store/store.js';
import { loadGuild, renamed } from '../contract/fixtures.js';
import { clusterOf, describeNodes, GUILD } from './support/two-nodes.js';

/** Stores changes as the owner with epoch 1 does, in one commit with those of the same turn. */
function save(store: Store, guild: GuildState, sequence: number, ...changes: GuildChange[]): Promise<void> {
  const expectedVersion = guild.version;
  applyChanges(guild, changes);
  const entry = { guildId: GUILD, sequence, text: `entry ${sequence}` };
  const fence = { epoch: 1, entry, request: null };
  return store.guilds.save({ guild, expectedVersion, changes, conditions: [], fence });
}

function voice(userId: string, more: Partial<GuildVoiceState> = {}): GuildVoiceState {
  return {
    ...{ userId, channelId: '11', sessionId: `session ${userId}`, activeAt: 1_600_000_000_000 },
    ...{ selfMute: false, selfDeaf: true, hasDelegatedAccess: false },
    ...more,
  };
}

const put = (voiceState: GuildVoiceState): GuildChange => ({ kind: 'voice-state', voiceState });
const removed = (userId: string): GuildChange => ({ kind: 'voice-state-removed', userId });

describeNodes('Guilds that nodes of a PostgreSQL store share', (nodesTest) => {
  nodesTest('a guild has the number of its newest entry', async ({ first, second }) => {
    assert.equal((await clusterOf(second).guilds.load(GUILD))?.sequence, 0);
    await clusterOf(first).ownership.take(GUILD, 'node-1');
    const guild = await loadGuild(first, GUILD);
    await save(first, guild, 1, renamed(guild, 'renamed'));
    const loaded = await clusterOf(second).guilds.load(GUILD);
    assert.equal(loaded?.sequence, 1);
    assert.equal(loaded?.state.settings.name, 'renamed');
    assert.deepEqual(
      loaded?.accounts.map(({ id }) => id),
      ['1'],
    );
    assert.equal(await clusterOf(second).guilds.load('999'), null);
  });

  nodesTest('the number and the state are of the same moment', async ({ first, second }) => {
    await clusterOf(first).ownership.take(GUILD, 'node-1');
    const guild = await loadGuild(first, GUILD);
    const saves: Promise<void>[] = [];
    const loads: Promise<void>[] = [];
    for (let sequence = 1; sequence <= 30; sequence += 1) {
      saves.push(save(first, guild, sequence, renamed(guild, `name ${sequence}`)));
      await saves.at(-1);
      loads.push(
        clusterOf(second)
          .guilds.load(GUILD)
          .then((loaded) => assert.equal(loaded?.state.settings.name, `name ${loaded?.sequence}`)),
      );
    }
    await Promise.all([...saves, ...loads]);
  });

  nodesTest('voice states are stored with a fence, and end with the guild', async ({ first, second }) => {
    await clusterOf(first).ownership.take(GUILD, 'node-1');
    const guild = await loadGuild(first, GUILD);
    const moved = voice('2', { channelId: '12', selfMute: true, hasDelegatedAccess: true });
    await Promise.all([
      save(first, guild, 1, put(voice('1')), put(voice('2')), put(voice('3'))),
      save(first, guild, 2, put(moved), removed('3')),
      save(first, guild, 3, removed('4')),
    ]);
    const loaded = await clusterOf(second).guilds.load(GUILD);
    assert.deepEqual([...(loaded?.state.voiceStates.values() ?? [])], [voice('1'), moved]);
    await Promise.all([
      save(first, guild, 4, put(voice('3'))),
      save(first, guild, 5, { kind: 'guild-removed' }),
    ]);
    assert.equal(await clusterOf(second).guilds.load(GUILD), null);
  });

  nodesTest('the identity of the database is the same for all nodes', async ({ first, second }) => {
    const identity = await clusterOf(first).identity();
    assert.match(identity, /^\d+-\d+$/);
    assert.equal(await clusterOf(second).identity(), identity);
  });

  nodesTest('the key of the bus is the same for all nodes', async ({ first, second }) => {
    const key = await clusterOf(first).busKey();
    assert.equal(key.length, 32);
    assert.deepEqual(await clusterOf(second).busKey(), key);
  });

  nodesTest('nodes are those whose lease has not ended', async ({ first, second }) => {
    const { ownership } = clusterOf(first);
    await Promise.all(['node-1', 'node-2'].map((node) => ownership.renew(node, 60_000, false)));
    await ownership.renew('node-3', 0, false);
    assert.deepEqual(await clusterOf(second).liveNodes(), ['node-1', 'node-2']);
    await ownership.release('node-1');
    assert.deepEqual(await clusterOf(second).liveNodes(), ['node-2']);
  });
});
