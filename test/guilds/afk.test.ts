import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moveInactiveToAfk } from '#guildhall/guilds/rules/voice.js';
import { PERMISSIONS } from '#guildhall/protocol/permissions.js';
import { channel, GUILD, guild, member, OWNER, role } from './worlds.js';

const { CONNECT, VIEW_CHANNEL } = PERMISSIONS;
const VOICE = '300';
const AFK = '301';
const MEMBER = '7';

/** Whom a guild with a denial in its afk channel moves there, and whether that delegates access. */
function moved(deny: number): unknown[] {
  const permissionOverwrites = [{ id: GUILD, type: 'role', allow: 0, deny }] as const;
  const state = guild(
    {
      roles: [role(GUILD, { permissions: VIEW_CHANNEL | CONNECT })],
      members: [member(OWNER), member(MEMBER)],
      channels: [channel(VOICE, { type: 2 }), channel(AFK, { type: 2, permissionOverwrites })],
    },
    { afkChannelId: AFK, afkTimeout: 60 },
  );
  for (const userId of [OWNER, MEMBER]) {
    state.voiceStates.set(userId, {
      userId,
      channelId: VOICE,
      sessionId: 'session',
      selfMute: false,
      selfDeaf: false,
      activeAt: 0,
      hasDelegatedAccess: true,
    });
  }
  const { changes, events } = moveInactiveToAfk(state, 60_000, () => null);
  assert.equal(events.length, changes.length);
  return changes.map((change) => {
    assert.ok(change.kind === 'voice-state');
    const { userId, channelId, hasDelegatedAccess } = change.voiceState;
    return [userId, channelId, hasDelegatedAccess];
  });
}

test('inactive members stay where they are if they may not connect to the afk channel', () => {
  assert.deepEqual(moved(0), [
    [OWNER, AFK, false],
    [MEMBER, AFK, false],
  ]);
  for (const deny of [VIEW_CHANNEL, CONNECT]) assert.deepEqual(moved(deny), [[OWNER, AFK, false]]);
});
