import assert from 'node:assert/strict';
import { realTest } from '../hardware/support/programs.js';
import { eventually } from '../helpers/eventually.js';
import { speech } from '../helpers/sound/speech.js';
import { JOINING_STATES } from '../voice/support/joining-states.js';
import { SOUND_PROGRAMS } from './support/sound-machine.js';
import { useVoicePair } from './support/voice-pair.js';
import type { VoicePerson } from './support/voice-person.js';

/** Louder than what a speaker plays while nobody speaks, which is nothing. */
const AUDIBLE = 1000;

const usePair = useVoicePair();

/** Waits until one person's speaker plays what the other says; how much of it, and how soon, is measured by `levels`. */
async function hears(listener: VoicePerson, speaker: VoicePerson): Promise<void> {
  const sentence = speech('Can you hear me now?');
  const recording = await listener.machine.record();
  try {
    await recording.settle();
    assert.equal(recording.firstAbove(AUDIBLE, 0), null, 'sound before anybody speaks');
    await eventually(async () => {
      await speaker.machine.microphone.play(sentence);
      await recording.settle();
      return recording.firstAbove(AUDIBLE, 0) !== null;
    });
  } finally {
    await recording.stop();
  }
}

realTest(SOUND_PROGRAMS, 'joining a channel passes the states in their order', async () => {
  const { ben, ada } = await usePair();
  for (const person of [ada, ben]) {
    assert.deepEqual(person.events.statesSince(0), JOINING_STATES);
  }
});

realTest(SOUND_PROGRAMS, 'the speaker of each person plays what the other one says', async () => {
  const { ben, ada } = await usePair();
  await hears(ben, ada);
  await hears(ada, ben);
});
