import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { EncodedEvent } from '#guildhall/api/gateway/frames/encoded-event.js';
import { sendEvent } from '#guildhall/api/gateway/send-event.js';
import type { Session } from '#guildhall/api/gateway/session.js';
import { SessionIndex } from '#guildhall/api/gateway/session-index.js';
import { V6 } from '#guildhall/api/versions/v6/version.js';
import { encodeEntry } from '#guildhall/cluster/guilds/entry-codec.js';
import { FollowedGuild } from '#guildhall/cluster/guilds/followed-guild.js';
import { replayGuild } from '#guildhall/cluster/sessions/guild-replay.js';
import type { GuildEvent } from '#guildhall/guilds/events.js';
import { viewsDigest, visibleChannels } from '#guildhall/guilds/visible-channels.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { PERMISSIONS } from '#guildhall/protocol/permissions.js';
import type { GuildEntry } from '#guildhall/store/cluster.js';
import { channel, GUILD, guild, member, OWNER, role } from '../../guilds/worlds.js';
import { settle } from '../../hardware/support/manual-clock.js';

const TALK = '300';
const USER = '2';

/** A copy of a guild whose entry N creates the role N, and a session that moves to its node. */
class Copy {
  readonly guild = guild({
    roles: [role(GUILD, { permissions: PERMISSIONS.VIEW_CHANNEL })],
    channels: [channel(TALK)],
    members: [member(OWNER), member(USER)],
  });
  readonly sessions = new SessionIndex();
  /** the roles that the session has received */
  readonly received: string[] = [];
  readonly stored: GuildEntry[] = [];
  readonly #followed: FollowedGuild;

  /** @param applied the number of the newest entry in the copy @param newest that in the store */
  constructor(applied: number, newest: number) {
    for (let sequence = 1; sequence <= newest; sequence += 1) this.#store(sequence);
    this.#followed = new FollowedGuild({
      guild: this.guild,
      sequence: applied,
      users: { has: () => true, loadAll: async () => undefined },
      log: silentLogger,
      changed: (state, events) => {
        for (const event of events) if (event.type === 'roleCreated') sendEvent(state, this.sessions, event);
      },
      broken: () => assert.fail('the copy is broken'),
    });
  }

  /** Replaces what an entry has. */
  put(sequence: number, event: GuildEvent): void {
    this.stored[sequence - 1] = { guildId: GUILD, sequence, text: encodeEntry([], [event]) };
  }

  /** The copy gets its next entries. */
  deliver(...sequences: number[]): void {
    for (const sequence of sequences) {
      const entry = this.stored[sequence - 1];
      assert.ok(entry);
      this.#followed.deliver(entry);
    }
  }

  /** What decided the views when the session was stored; by default the same as now. */
  views = () => viewsDigest(this.guild);

  /** @returns whether a session with this position is continued */
  async replay(position: number, channels: readonly string[] = [...this.#visible()]): Promise<boolean> {
    const session = this.#session();
    this.sessions.add(session);
    const options = {
      sessions: this.sessions,
      guilds: {
        get: () => this.guild,
        positionOf: () => this.#followed.applied,
        untilAt: (_: string, sequence: number) => this.#followed.untilApplied(sequence),
      },
      entries: {
        after: async (_: string, sequence: number, limit: number) =>
          this.stored.filter((entry) => entry.sequence > sequence).slice(0, limit),
        heads: async () => new Map<string, number>(),
      },
    };
    const recorded = { id: GUILD, position, channels: [...channels], views: this.views() };
    const replayed = await replayGuild(options, session, recorded);
    return replayed !== null;
  }

  #visible(): ReadonlySet<string> {
    const own = this.guild.members.get(USER);
    assert.ok(own);
    return visibleChannels(this.guild, own);
  }

  #session(): Session {
    const session = {
      ...{ id: 'new', userId: USER, guilds: new Map(), options: { resumeId: 'old' }, serves: () => true },
      shareReplay: () => {},
      dispatch: (event: EncodedEvent) => {
        const { data, name } = event.writtenFor(V6) as { name: string; data: { role?: { id: string } } };
        this.received.push(data.role?.id ?? name);
      },
    };
    return session as unknown as Session;
  }

  #store(sequence: number): void {
    this.put(sequence, { type: 'roleCreated', role: role(String(sequence)) });
  }
}

describe('A session that moves to another node', () => {
  test('receives the entries after its position, and then those of the copy', async () => {
    const copy = new Copy(7, 8);
    assert.equal(await copy.replay(5), true);
    copy.deliver(8);
    assert.deepEqual(copy.received, ['6', '7', '8']);
  });

  test('waits for a copy that does not contain what it has received', async () => {
    const copy = new Copy(5, 8);
    let isDone = false;
    const replayed = copy.replay(7).finally(() => {
      isDone = true;
    });
    copy.deliver(6);
    await settle();
    assert.equal(isDone, false);
    copy.deliver(7);
    assert.equal(await replayed, true);
    copy.deliver(8);
    assert.deepEqual(copy.received, ['8']);
  });

  test('receives entries that are newer than the copy once, from the copy', async () => {
    const copy = new Copy(6, 8);
    assert.equal(await copy.replay(5), true);
    assert.deepEqual(copy.received, ['6']);
    copy.deliver(7, 8);
    assert.deepEqual(copy.received, ['6', '7', '8']);
  });

  test('is not continued if an entry that it has missed is no longer stored', async () => {
    const copy = new Copy(8, 8);
    copy.stored.splice(0, 6);
    assert.equal(await copy.replay(5), false);
    assert.deepEqual(copy.received, []);
  });

  test('is not continued if an entry may have changed what its user views', async () => {
    const deny = PERMISSIONS.VIEW_CHANNEL;
    const hidden = {
      ...channel(TALK),
      permissionOverwrites: [{ id: GUILD, type: 'role', allow: 0, deny } as const],
    };
    const user = { id: USER, username: 'Ada', discriminator: '0001', avatar: null };
    const deciding: GuildEvent[] = [
      { type: 'roleUpdated', role: role(GUILD, { permissions: 0 }) },
      { type: 'roleDeleted', roleId: '1' },
      { type: 'channelUpdated', channel: hidden },
      { type: 'memberUpdated', member: member(USER), user },
      { type: 'guildLeft', userId: USER },
    ];
    for (const event of deciding) {
      const copy = new Copy(7, 7);
      copy.put(6, event);
      assert.equal(await copy.replay(5), false, event.type);
      assert.equal(await copy.replay(6), true, event.type);
    }
  });

  test('continues if updates have what decided its views before and after', async () => {
    const everyone = role(GUILD, { permissions: PERMISSIONS.VIEW_CHANNEL });
    const updates: GuildEvent[] = [
      { type: 'roleUpdated', role: everyone },
      { type: 'channelUpdated', channel: channel(TALK) },
    ];
    for (const event of updates) {
      for (const [views, isContinued] of [
        [null, true],
        ['other', false],
      ] as const) {
        const copy = new Copy(6, 6);
        if (views !== null) copy.views = () => views;
        copy.put(6, event);
        assert.equal(await copy.replay(5), isContinued, event.type);
      }
    }
  });

  test('is not continued if it has received other channels than those that its user views', async () => {
    for (const channels of [[], [TALK, '301'], ['301']]) {
      assert.equal(await new Copy(5, 5).replay(5, channels), false);
    }
    assert.equal(await new Copy(5, 5).replay(5), true);
  });
});
