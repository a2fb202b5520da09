import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VoiceOfUnownedGuilds } from '#guildhall/cluster/sessions/voice-of-unowned-guilds.js';
import { guild, member, OWNER } from '../../guilds/worlds.js';

test('a guild with voice states of a gone session is taken if nobody ends them', () => {
  const state = guild({ members: [member(OWNER), member('7')] });
  const flags = { selfMute: false, selfDeaf: false, hasDelegatedAccess: false };
  const put = (userId: string, sessionId: string) =>
    state.voiceStates.set(userId, { userId, sessionId, channelId: '2', activeAt: 5, ...flags });
  put(OWNER, 'live');
  put('7', 'gone');
  const made: unknown[] = [];
  let read = () => {};
  new VoiceOfUnownedGuilds({
    nodes: {
      on: (_name, listener) => {
        read = listener;
        return () => {};
      },
    },
    guilds: { all: () => [state] },
    changes: { ensure: (id, change) => made.push([id, change]) },
    sessions: { has: (id) => id === 'live' },
  });
  read();
  assert.deepEqual(made, []);
  read();
  assert.deepEqual(made.splice(0), [
    [state.id, { kind: 'voice-end', userId: '7', sessionId: 'gone', until: 5 }],
  ]);
  state.voiceStates.delete('7');
  read();
  put('7', 'gone');
  read();
  assert.deepEqual(made, []);
});
