// test:all sound: percentiles of delays of real sound
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { allowance } from '../hardware/support/processes.js';
import { realTest } from '../hardware/support/programs.js';
import { ATTEMPTS } from '../helpers/attempts.js';
import { noise, silence, tone } from '../helpers/sound/signals.js';
import { monotonicNow } from './support/monotonic.js';
import { percentile } from './support/percentile.js';
import { SOUND_PROGRAMS } from './support/sound-machine.js';
import { useVoicePair } from './support/voice-pair.js';
import type { VoicePerson } from './support/voice-person.js';

const BURSTS = 20;
const BURST = tone(330, 0.4, -23);
/** How late an event may be after the edge of the sound, in milliseconds. */
const LATE = 100;
const NOISE_SECONDS = 60;

/**
 * Plays bursts to one person's microphone.
 *
 * @param since from when on there may be no other events
 * @returns what was wrong with the events of the other person
 */
async function whatIsWrong(ada: VoicePerson, ben: VoicePerson, since: number): Promise<string[]> {
  const { microphone } = ada.machine;
  const delays: { start: number[]; stop: number[] } = { start: [], stop: [] };
  await microphone.play(silence(1));
  for (let burst = 0; burst < BURSTS; burst += 1) {
    const { startedAt, endedAt } = await microphone.play(BURST);
    // Edges must not coincide with anything periodic.
    await microphone.play(silence(0.5 + burst / 100));
    const start = await ben.events.first(startedAt, 'SPEAKING_START', ada.id);
    const stop = await ben.events.first(start.at, 'SPEAKING_STOP', ada.id);
    delays.start.push(start.at - startedAt);
    delays.stop.push(stop.at - endedAt);
  }
  const starts = ben.events.since(since, 'SPEAKING_START', ada.id).length;
  const problems = starts === BURSTS ? [] : [`${starts} starts of ${BURSTS} bursts`];
  for (const [edge, values] of Object.entries(delays)) {
    const [usual, late] = [percentile(values, 0.5), percentile(values, 0.95)];
    const all = values.map(Math.round).join(' ');
    if (usual > LATE) problems.push(`${edge}: ${usual} ms late; all: ${all}`);
    if (late > (await allowance(LATE))) problems.push(`${edge}: ${late} ms late (95 %); all: ${all}`);
  }
  return problems;
}

describe('speaking events', () => {
  const usePair = useVoicePair();

  realTest(
    SOUND_PROGRAMS,
    'SPEAKING_START and SPEAKING_STOP follow the edges of sound at another daemon',
    async () => {
      const { ada, ben } = await usePair();
      const attempts: string[] = [];
      while (attempts.length < ATTEMPTS) {
        const wrong = await whatIsWrong(ada, ben, attempts.length === 0 ? 0 : monotonicNow());
        if (wrong.length === 0) return;
        attempts.push(wrong.join(', '));
      }
      assert.fail(attempts.join('; then '));
    },
    180_000,
  );

  realTest(
    SOUND_PROGRAMS,
    'a minute of faint noise is not taken for speech, with a fixed and with an automatic threshold',
    async () => {
      const { ada, ben } = await usePair();
      await ada.set('--auto-threshold', 'on');
      await ben.set('--threshold', '-55');
      const startedAt = (await ada.machine.microphone.play(silence(0.5))).endedAt;
      await Promise.all(
        [ada, ben].map(({ machine }, index) => machine.microphone.play(noise(NOISE_SECONDS, -60, index + 1))),
      );
      for (const person of [ada, ben]) {
        assert.deepEqual(person.events.since(startedAt, 'SPEAKING_START'), []);
      }
      for (const person of [ada, ben]) {
        const { startedAt: at } = await person.machine.microphone.play(BURST);
        for (const observer of [ada, ben]) await observer.events.first(at, 'SPEAKING_START', person.id);
      }
    },
    120_000,
  );
});
