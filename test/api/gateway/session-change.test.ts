import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  decideSessionChange,
  decodeSessionChange,
  encodeSessionChange,
  type SessionChange,
} from '#guildhall/api/gateway/session-change.js';
import { SessionIds } from '#guildhall/cluster/sessions/session-ids.js';
import { context, guild, member, OWNER } from '../../guilds/worlds.js';

const VOICE: SessionChange = {
  kind: 'voice',
  actor: { userId: '1', mfaEnabled: false, applicationId: null },
  wanted: { channelId: '2', sessionId: 'session', selfMute: true, selfDeaf: false },
};

const withoutKind = (change: SessionChange) => encodeSessionChange(change).slice('session '.length);

describe('Changes that sessions ask the owner of a guild for', () => {
  test('arrive as they were sent, and other requests are none', () => {
    for (const change of [VOICE, { kind: 'temporary-end', userId: '1' }] as const) {
      assert.deepEqual(decodeSessionChange(withoutKind(change)), change);
    }
    const damaged = withoutKind(VOICE).replace('"voice"', '"noise"');
    for (const text of ['', '{}', '{"kind":', damaged, `{"method":"GET"}`]) {
      assert.equal(decodeSessionChange(text), null, text);
    }
  });

  test('the end of a session ends the voice state that it made, and no other', () => {
    const state = guild({ members: [member(OWNER), member('7')] });
    const joined = {
      channelId: '2',
      selfMute: false,
      selfDeaf: false,
      activeAt: 1,
      hasDelegatedAccess: false,
    };
    state.voiceStates.set('7', { userId: '7', sessionId: 'newer', ...joined });
    const end = (sessionId: string) =>
      decideSessionChange(state, context(), { kind: 'voice-end', userId: '7', sessionId }).changes;
    assert.deepEqual(end('older'), []);
    assert.deepEqual(end('newer'), [{ kind: 'voice-state-removed', userId: '7' }]);
  });
});

test('a session of another process is live until that process has ended', () => {
  const gone = new Set<string>();
  const here = new Set<string>();
  const nodes = { isGone: (end: string) => gone.has(end) };
  const a = new SessionIds('node-a-0123456789abcdef', here, nodes);
  const b = new SessionIds('node-b-fedcba9876543210', new Set(), nodes);
  const [own, foreign] = [a.create(), b.create()];
  assert.equal(a.has(own), false);
  here.add(own);
  assert.equal(a.has(own), true);
  assert.equal(a.has(foreign), true);
  gone.add('fedcba9876543210');
  assert.equal(a.has(foreign), false);
  assert.equal(a.has(own), true);
});

test('an id that begins like no process names none, although no node is known to be gone', () => {
  const ids = new SessionIds('node-a-0123456789abcdef', new Set(), { isGone: () => false });
  for (const id of ['*', '>', '', 'a.b', 'fedcba987654321', 'FEDCBA9876543210', 'fedcba98 7654321']) {
    assert.equal(ids.processOf(id), null, id);
  }
  assert.equal(ids.processOf('fedcba9876543210 and more'), 'fedcba9876543210');
});
