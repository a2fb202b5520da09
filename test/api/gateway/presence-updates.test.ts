import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { NO_OTHER_NODES } from '#guildhall/api/gateway/other-nodes.js';
import { PresenceUpdates } from '#guildhall/api/gateway/presence-updates.js';
import { Presences } from '#guildhall/api/gateway/presences.js';
import type { SessionStatus } from '#guildhall/api/gateway/session-options.js';
import { RecentJoins } from '#guildhall/cluster/sessions/recent-joins.js';
import type { GuildMember, GuildState } from '#guildhall/guilds/state.js';
import { silentLogger } from '#guildhall/platform/log.js';
import type { CommitListener } from '#guildhall/store/commit.js';

const ONLINE: SessionStatus = { status: 'online', game: null };

/** A guild with these members. */
function guildOf(id: string, memberIds: readonly string[]): GuildState {
  const members = new Map(memberIds.map((userId) => [userId, { userId, roles: [] }]));
  return { id, members } as unknown as GuildState;
}

/** The presences of a node to which nobody is connected; other nodes have the given ones. */
class Node {
  readonly elsewhere = new Map<string, SessionStatus>();
  /** the events that were sent: guild, user and status */
  readonly sent: string[] = [];
  /** the roles in the newest event */
  roles: readonly string[] | null = null;
  /** what waits for changes to be stored; null: nothing does */
  waiting: CommitListener[] | null = null;
  /** the milliseconds that have passed */
  elapsed = 0;
  readonly updates: PresenceUpdates;
  readonly #joins = new RecentJoins(() => this.elapsed);

  constructor(readonly guilds: GuildState[]) {
    this.updates = new PresenceUpdates({
      presences: new Presences(),
      sessions: { ofUser: () => new Set() } as never,
      guilds: { find: (id) => guilds.find((guild) => guild.id === id) },
      store: {
        settled: async (listener = {}) => {
          if (this.waiting === null) listener.committed?.();
          else this.waiting.push(listener);
        },
      },
      log: silentLogger,
      others: {
        ...NO_OTHER_NODES,
        statusOf: (userId) => this.elsewhere.get(userId) ?? null,
        joined: (userId, guildId) => this.#joins.add(userId, guildId),
        joinedLately: (userId) => this.#joins.ofUser(userId),
      },
      dispatch: (guild, event) => {
        if (event.type !== 'presenceUpdated') return;
        this.roles = event.presence.roles;
        this.sent.push(`${guild.id} ${event.presence.userId} ${event.presence.status}`);
      },
    });
  }
}

describe('Presences of many users on other nodes', () => {
  test('only users whose status changed are sent, to the guilds that have them', () => {
    const node = new Node([guildOf('10', ['1', '2', '3', '4']), guildOf('11', ['2']), guildOf('12', ['5'])]);
    node.elsewhere.set('1', ONLINE).set('2', ONLINE);
    node.updates.manyChangedElsewhere(['1', '2', '3'], node.guilds);
    assert.deepEqual(node.sent, ['10 1 online', '10 2 online', '11 2 online']);
    node.elsewhere.delete('2');
    node.updates.manyChangedElsewhere(['1', '2', '3'], node.guilds);
    assert.deepEqual(node.sent.slice(3), ['10 2 offline', '11 2 offline']);
  });

  test('the members of a guild are not looked through for few users', () => {
    const large = guildOf('10', ['1']);
    Object.defineProperty(large.members, 'size', { value: 1_000_000 });
    large.members.keys = () => assert.fail('all members were looked through');
    const node = new Node([large]);
    node.elsewhere.set('1', ONLINE);
    node.updates.manyChangedElsewhere(['1', '2'], node.guilds);
    assert.deepEqual(node.sent, ['10 1 online']);
  });

  test('others are served while thousands of presences are sent', async () => {
    const userIds = Array.from({ length: 5_000 }, (_, index) => String(index));
    const node = new Node([guildOf('10', userIds)]);
    for (const userId of userIds) node.elsewhere.set(userId, ONLINE);
    const served = new Promise<number>((resolve) => setImmediate(() => resolve(node.sent.length)));
    node.updates.manyChangedElsewhere(userIds, node.guilds);
    const before = await served;
    assert.ok(before > 0 && before < userIds.length, `${before} were sent before`);
    while (node.sent.length < userIds.length) await new Promise(setImmediate);
    assert.equal(new Set(node.sent).size, userIds.length);
  });
});

describe('The presence of a user on another node who joins a guild', () => {
  const changed = (node: Node, status: SessionStatus, guildIds: readonly string[]) => {
    node.elsewhere.set('1', status);
    node.updates.changedElsewhere('1', guildIds);
  };

  test('is sent once if the message with it comes after the join and does not name the guild', () => {
    const node = new Node([guildOf('10', ['1']), guildOf('11', ['1']), guildOf('12', ['1'])]);
    node.updates.joined('1', '10');
    assert.deepEqual(node.sent, []);
    changed(node, ONLINE, ['11']);
    assert.deepEqual(node.sent, ['11 1 online', '10 1 online']);
  });

  test('is sent once if the message with it names the guild', () => {
    const node = new Node([guildOf('10', ['1'])]);
    node.updates.joined('1', '10');
    changed(node, ONLINE, ['10']);
    assert.deepEqual(node.sent, ['10 1 online']);
  });

  test('is sent again if it changed before the other node knew of the join', () => {
    const node = new Node([guildOf('10', ['1'])]);
    changed(node, ONLINE, []);
    node.updates.joined('1', '10');
    changed(node, { status: 'dnd', game: null }, []);
    assert.deepEqual(node.sent, ['10 1 online', '10 1 dnd']);
  });

  test('is left to later messages after some seconds', () => {
    const node = new Node([guildOf('10', ['1'])]);
    node.updates.joined('1', '10');
    node.elapsed = 10_000;
    changed(node, ONLINE, []);
    assert.deepEqual(node.sent, []);
  });
});

describe('The presence of a member while changes of the guild are being stored', () => {
  let node: Node;
  let state: GuildState;
  const giveRole = (role: string) =>
    state.members.set('1', { ...state.members.get('1'), roles: [role] } as GuildMember);
  beforeEach(() => {
    state = guildOf('10', ['1']);
    node = new Node([state]);
    node.waiting = [];
    node.elsewhere.set('1', ONLINE);
    giveRole('first');
    node.updates.changedElsewhere('1', ['10']);
    giveRole('second');
  });

  test('has no roles of later changes, which may be refused', () => {
    assert.deepEqual(node.sent, []);
    for (const { committed } of node.waiting ?? []) committed?.();
    assert.deepEqual([node.sent, node.roles], [['10 1 online'], ['first']]);
  });

  test('is not sent if these changes are refused', () => {
    // Another state is loaded.
    node.guilds.splice(0, 1, guildOf('10', ['1']));
    for (const { refused } of node.waiting ?? []) refused?.();
    assert.deepEqual(node.sent, []);
  });
});
