// test:all sound: delays of real keys and sound
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { realTest } from '../hardware/support/programs.js';
import { onX, useXServer, X_PROGRAMS } from '../hardware/support/x-suite.js';
import { tone } from '../helpers/sound/signals.js';
import { percentile } from './support/percentile.js';
import { SOUND_PROGRAMS } from './support/sound-machine.js';
import { useVoicePair } from './support/voice-pair.js';

const ROUNDS = 7;
const HOLD_MS = 600;
const DELAY_MS = 240;
const TOLERANCE_MS = 20;
/** A third of the amplitude of the tone. */
const AUDIBLE = 2000;
const F5 = { type: 0, code: 0x3e, name: 'f5' };

describe('push-to-talk', () => {
  const { x } = useXServer();
  const usePair = useVoicePair(() => ({ ada: onX(x().display) }));

  realTest(
    [...SOUND_PROGRAMS, ...X_PROGRAMS],
    'sound is sent while the key is held, and for the release delay',
    async () => {
      const { ada, ben } = await usePair();
      const { microphone } = ada.machine;
      const mode = { type: 'PUSH_TO_TALK', shortcut: [F5], delay: DELAY_MS };
      // As her own key, an application may choose it without her permission to record keys.
      await ada.daemon.run('voice', 'key', 'push-to-talk', '--shortcut', JSON.stringify([F5]));
      await ada.request('SET_VOICE_SETTINGS', { mode });
      const recording = await ben.machine.record();
      const silent = await microphone.play(tone(330, 1.5, -17));
      await recording.settle();
      assert.equal(recording.firstAbove(AUDIBLE, silent.startedAt), null, 'audible without the key');
      const errors: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const speaking = microphone.play(tone(330, 2, -17));
        await x().xdotool('sleep', '0.3', 'keydown', 'F5', 'sleep', String(HOLD_MS / 1000), 'keyup', 'F5');
        const { startedAt, endedAt } = await speaking;
        await recording.settle();
        const first = recording.firstAbove(AUDIBLE, startedAt) ?? assert.fail('not audible while held');
        const last = recording.lastAbove(AUDIBLE, endedAt) ?? assert.fail();
        errors.push(last - first - HOLD_MS - DELAY_MS);
      }
      // An interruption by a busy machine only lengthens it.
      const usual = percentile(errors, 0.25);
      const all = errors.map(Math.round).join(' ');
      assert.ok(Math.abs(usual) <= TOLERANCE_MS, `sent ${usual} ms too long; all: ${all}`);
    },
  );
});
