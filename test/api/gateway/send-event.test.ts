import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendEvent } from '#guildhall/api/gateway/send-event.js';
import type { Session } from '#guildhall/api/gateway/session.js';
import { SessionIndex } from '#guildhall/api/gateway/session-index.js';
import { applyChanges, type GuildChange } from '#guildhall/guilds/changes.js';
import { visibleChannels } from '#guildhall/guilds/visible-channels.js';
import { PERMISSIONS } from '#guildhall/protocol/permissions.js';
import { channel, GUILD, guild, member, OWNER, role } from '../../guilds/worlds.js';
import { makeSession } from './helpers.js';

const TALK = '300';
const STAFF = '400';

/** A guild with a channel that only its owner and the staff may view, and its sessions with what they receive. */
class Play {
  guild = guild({
    roles: [role(GUILD, { permissions: PERMISSIONS.VIEW_CHANNEL }), role(STAFF)],
    channels: [
      channel(TALK, {
        permissionOverwrites: [
          { id: GUILD, type: 'role', allow: 0, deny: PERMISSIONS.VIEW_CHANNEL },
          { id: STAFF, type: 'role', allow: PERMISSIONS.VIEW_CHANNEL, deny: 0 },
        ],
      }),
    ],
    members: [member(OWNER), member('2', [STAFF]), member('3')],
  });

  readonly index = new SessionIndex();
  #sessions = 0;
  /** since the last message, by user */
  #received: Record<string, string[]> = {};
  /** the names of channels that were deleted for a user */
  readonly deleted: Record<string, string> = {};

  constructor() {
    for (const userId of [OWNER, '2', '3']) this.connect(userId);
  }

  connect(userId: string): Session {
    const session = makeSession(userId, String(this.#sessions++), (name, data) => {
      if (name === 'CHANNEL_DELETE') this.deleted[userId] = (data as { name: string }).name;
      this.#received[userId] ??= [];
      this.#received[userId].push(name);
    });
    session.joinedEarly = null;
    this.index.add(session);
    const me = this.guild.members.get(userId);
    assert.ok(me !== undefined);
    this.index.subscribe(session, this.guild.id, visibleChannels(this.guild, me));
    return session;
  }

  change(...changes: GuildChange[]): void {
    applyChanges(this.guild, changes);
  }

  /** The channel is deleted. */
  delete(): void {
    const deleted = this.guild.channels.get(TALK);
    assert.ok(deleted !== undefined);
    this.change({ kind: 'channel-removed', id: TALK });
    sendEvent(this.guild, this.index, { type: 'channelDeleted', channel: deleted });
  }

  /** Somebody types. @returns what each user received, by user */
  type(): Record<string, string[]> {
    this.#received = {};
    sendEvent(this.guild, this.index, { type: 'typingStarted', channelId: TALK, userId: OWNER, at: 0 });
    return this.#received;
  }
}

const TYPING = ['TYPING_START'];

test('an event of a channel is sent to the members who may view it, again and again', () => {
  const play = new Play();
  for (let event = 0; event < 3; event += 1) assert.deepEqual(play.type(), { [OWNER]: TYPING, 2: TYPING });
});

test('a member who may no longer view a channel receives no further event of it', () => {
  const hidden = { id: '2', type: 'member' as 'member' | 'role', allow: 0, deny: PERMISSIONS.VIEW_CHANNEL };
  const changes: GuildChange[] = [
    { kind: 'member', member: member('2') },
    { kind: 'member-removed', userId: '2' },
    { kind: 'channel', channel: channel(TALK, { permissionOverwrites: [hidden] }) },
    {
      kind: 'channel',
      channel: channel(TALK, { permissionOverwrites: [{ ...hidden, id: GUILD, type: 'role' }] }),
    },
  ];
  for (const change of changes) {
    const play = new Play();
    assert.deepEqual(play.type()[2], TYPING);
    play.change(change);
    assert.equal(play.type()[2], undefined, change.kind);
  }
});

test('a member who may no longer view a channel that is deleted is not told what it was', () => {
  const play = new Play();
  play.change({ kind: 'member', member: member('2') });
  play.delete();
  assert.deepEqual(play.deleted, { [OWNER]: channel(TALK).name, 2: '' });
});

test('a member who may view a channel from now on receives it before its next event', () => {
  const play = new Play();
  play.type();
  play.change({ kind: 'member', member: member('3', [STAFF]) });
  assert.deepEqual(play.type(), { [OWNER]: TYPING, 2: TYPING, 3: ['CHANNEL_CREATE', ...TYPING] });
  assert.deepEqual(play.type(), { [OWNER]: TYPING, 2: TYPING, 3: TYPING });
});

test('a session that begins or ends between two events counts for the second', () => {
  const play = new Play();
  play.type();
  const other = play.connect('2');
  assert.deepEqual(play.type(), { [OWNER]: TYPING, 2: [...TYPING, ...TYPING] });
  play.index.remove(other);
  assert.deepEqual(play.type(), { [OWNER]: TYPING, 2: TYPING });
  play.index.unsubscribe('2', GUILD);
  assert.deepEqual(play.type(), { [OWNER]: TYPING });
  play.index.forgetGuild(GUILD);
  assert.deepEqual(play.type(), {});
});

test('a session whose channel was taken away receives it again before the next event', () => {
  const play = new Play();
  play.type();
  const sessions = play.index.ofGuild(GUILD);
  const [session] = play.index.ofUser('2');
  assert.ok(sessions !== undefined && session !== undefined);
  sessions.setChannels(session, new Set());
  assert.deepEqual(play.type(), { [OWNER]: TYPING, 2: ['CHANNEL_CREATE', ...TYPING] });
});

test('a guild that was loaded again decides again, even in the same version', () => {
  const play = new Play();
  play.type();
  const { version } = play.guild;
  const members = new Map(play.guild.members).set('2', member('2'));
  play.guild = { ...play.guild, members, version };
  assert.deepEqual(play.type(), { [OWNER]: TYPING });
});

test('a session that is frozen receives nothing more, and gives what was sent to it', () => {
  const play = new Play();
  play.type();
  const [session] = play.index.ofUser('2');
  assert.ok(session?.isResumable);
  assert.deepEqual(session.freeze(0, 0), { last: 1, events: [] });
  assert.equal(session.isResumable, false);
  assert.deepEqual(play.type(), { [OWNER]: TYPING });
});
