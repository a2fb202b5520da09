import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { AbsentTemporaryMembers } from '#guildhall/api/gateway/absent-temporary-members.js';
import type { Session } from '#guildhall/api/gateway/session.js';
import type { SessionChange } from '#guildhall/api/gateway/session-change.js';
import { SessionEffects } from '#guildhall/api/gateway/session-effects.js';
import { GuildUnavailableError } from '#guildhall/cluster/requests/request-errors.js';
import { decideRule } from '#guildhall/guilds/rule.js';
import type { GuildState } from '#guildhall/guilds/state.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { PERMISSIONS } from '#guildhall/protocol/permissions.js';
import { channel, context, GUILD, guild, member, OWNER, role } from '../../guilds/worlds.js';
import { ManualClock } from '../../hardware/support/manual-clock.js';
import { eventually } from '../../helpers/eventually.js';
import { makeSession as makeSessionOf } from './helpers.js';

const USER = '7';
const OTHER = '101';
const VOICE = '2';

/** A guild as a node sees it that has not received the newest changes of its owner. */
function lateGuild(id: string): GuildState {
  const members = [member(OWNER), member(USER)];
  const roles = [role(id, { permissions: PERMISSIONS.VIEW_CHANNEL | PERMISSIONS.CONNECT })];
  return { ...guild({ roles, members, channels: [channel(VOICE, { type: 2 })] }), id };
}

/** A session of the user, which has both guilds. */
function makeSession(id: string): Session {
  const session = makeSessionOf(USER, id);
  for (const guildId of [GUILD, OTHER]) session.guilds.set(guildId, new Set());
  return session;
}

describe('Sessions whose guilds show changes late', () => {
  let guilds: Map<string, GuildState>;
  let made: [string, SessionChange['kind'], string | null][];
  let effects: SessionEffects;
  let fail: boolean;
  let isConnectedElsewhere: boolean;
  let checkedLater: string[];
  let sessions: Session[];
  let temporaryIn: string[];
  beforeEach(() => {
    guilds = new Map([GUILD, OTHER].map((id) => [id, lateGuild(id)]));
    made = [];
    fail = false;
    isConnectedElsewhere = false;
    checkedLater = [];
    sessions = [];
    temporaryIn = [];
    const note = (id: string, change: SessionChange) => {
      const session = change.kind === 'voice' ? change.wanted.channelId : null;
      made.push([id, change.kind, change.kind === 'voice-end' ? change.sessionId : session]);
    };
    const isGone = () => true;
    const temporary = new AbsentTemporaryMembers({
      store: {
        temporaryMemberships: async () => temporaryIn.map((guildId) => ({ guildId, userId: USER })),
        someTemporaryMemberships: async () => [],
      },
      ...{ changes: { ensure: note }, clock: new ManualClock(), log: silentLogger },
      ...{ isGone, knowsAll: isGone },
    });
    effects = new SessionEffects({
      guilds: {
        find: (id) => guilds.get(id),
        get: (id) => guilds.get(id) ?? null,
        decide: (id, make) => make(guilds.get(id) ?? null),
      },
      changes: {
        async make({ id }, change) {
          note(id, change);
          if (fail) throw new GuildUnavailableError();
        },
        ensure: note,
      },
      rules: { preview: (rule, place, input) => decideRule(rule, place, context(), input) },
      sessions: { ofUser: () => new Set(sessions) },
      log: silentLogger,
      rejoinedVoice: () => {},
      isConnectedElsewhere: () => isConnectedElsewhere,
      endTemporary: (userId) => temporary.endNow(userId),
      endUnlessReturned: (userId) => void checkedLater.push(userId),
    });
  });

  const move = (session: Session, guild_id: string, channel_id: string | null) =>
    effects.updateVoice(session, { guild_id, channel_id });

  test('a person who joins in two guilds in a row leaves the first one', async () => {
    const session = makeSession('one');
    await move(session, GUILD, VOICE);
    await move(session, OTHER, VOICE);
    assert.deepEqual(made, [
      [GUILD, 'voice', VOICE],
      [GUILD, 'voice-end', 'one'],
      [OTHER, 'voice', VOICE],
    ]);
  });

  test('a session that ends leaves what it has just joined', async () => {
    const session = makeSession('one');
    await move(session, GUILD, VOICE);
    effects.endVoiceOf(session);
    assert.deepEqual(made.slice(1), [[GUILD, 'voice-end', 'one']]);
  });

  test('a session that ends leaves what it failed to leave, and not what it has left', async () => {
    const session = makeSession('one');
    await move(session, GUILD, VOICE);
    await move(session, GUILD, null);
    effects.endVoiceOf(session);
    assert.deepEqual(made.splice(0), [
      [GUILD, 'voice', VOICE],
      [GUILD, 'voice', null],
    ]);
    await move(session, OTHER, VOICE);
    fail = true;
    await move(session, OTHER, null);
    effects.endVoiceOf(session);
    assert.deepEqual(made.at(-1), [OTHER, 'voice-end', 'one']);
  });

  const joined = (guildId: string, sessionId: string, activeAt = 0) => {
    const flags = { selfMute: false, selfDeaf: false, hasDelegatedAccess: false };
    const state = { userId: USER, channelId: VOICE, sessionId, activeAt, ...flags };
    guilds.get(guildId)?.voiceStates.set(USER, state);
  };

  test('of the states of sessions that joined in two guilds at once the latest one stays', () => {
    const sessions = [makeSession('one')];
    joined(GUILD, 'one', 20);
    joined(OTHER, 'other', 10);
    effects.settleVoice(sessions, USER);
    assert.deepEqual(made.splice(0), [[OTHER, 'voice-end', 'other']]);
    joined(OTHER, 'other', 30);
    effects.settleVoice(sessions, USER);
    assert.deepEqual(made.splice(0), [[GUILD, 'voice-end', 'one']]);
  });

  test('states of the same time are settled by their guilds, alike on every node', () => {
    joined(GUILD, 'one', 20);
    joined(OTHER, 'other', 20);
    for (const id of ['one', 'other']) effects.settleVoice([makeSession(id)], USER);
    assert.equal(new Set(made.map(String)).size, 1);
    assert.equal(made.length, 2);
  });

  test('a session that has moved to another guild leaves the first one itself', () => {
    joined(GUILD, 'one', 10);
    joined(OTHER, 'one', 20);
    effects.settleVoice([makeSession('one')], USER);
    assert.deepEqual(made, []);
  });

  test('a person leaves what another session of theirs has joined, by its id', async () => {
    joined(OTHER, 'other');
    sessions = [makeSession('one')];
    await move(sessions[0] as Session, GUILD, VOICE);
    assert.deepEqual(made, [
      [OTHER, 'voice-end', 'other'],
      [GUILD, 'voice', VOICE],
    ]);
  });

  test('a person leaves what they have joined in a guild of another shard of theirs', async () => {
    joined(OTHER, 'other');
    const [first, other] = [makeSession('one'), makeSession('other')];
    first.guilds.delete(OTHER);
    other.guilds.delete(GUILD);
    sessions = [first, other];
    await move(first, GUILD, VOICE);
    assert.deepEqual(made, [
      [OTHER, 'voice-end', 'other'],
      [GUILD, 'voice', VOICE],
    ]);
  });

  test('a temporary member leaves with the last session; with one on another node it is checked later', async () => {
    temporaryIn = [GUILD];
    effects.disconnected(USER);
    await eventually(() => made.length > 0);
    assert.deepEqual([made.splice(0), checkedLater], [[[GUILD, 'temporary-end', null]], []]);
    isConnectedElsewhere = true;
    effects.disconnected(USER);
    assert.deepEqual([made, checkedLater], [[], [USER]]);
  });
});
