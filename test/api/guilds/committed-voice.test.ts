import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CommittedVoice } from '#guildhall/api/guilds/committed-voice.js';
import { channel, GUILD, guild, member, OWNER } from '../../guilds/worlds.js';

test('a member whose session has ended is not put back into voice, and the guild receives that once', () => {
  const voice = new CommittedVoice();
  const parts = { members: [member(OWNER), member('2')], channels: [channel('50', { type: 2 })] };
  for (const userId of [OWNER, '2']) {
    const voiceState = {
      userId,
      channelId: '50',
      sessionId: `of ${userId}`,
      selfMute: false,
      selfDeaf: false,
      activeAt: 0,
      hasDelegatedAccess: false,
    };
    voice.keep(GUILD, [{ kind: 'voice-state', voiceState }]);
  }
  const loaded = guild(parts);
  const [left, ...others] = voice.restore(loaded, (id) => id === `of ${OWNER}`);
  assert.ok(left?.type === 'voiceStateUpdated');
  assert.deepEqual([left.voice.userId, left.voice.channelId], ['2', null]);
  assert.deepEqual(others, []);
  assert.deepEqual([...loaded.voiceStates.keys()], [OWNER]);
  const again = guild(parts);
  assert.deepEqual(
    voice.restore(again, () => true),
    [],
  );
  assert.deepEqual([...again.voiceStates.keys()], [OWNER]);
});
