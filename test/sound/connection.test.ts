// test:all sound: plays sound in real time
import assert from 'node:assert/strict';
import { realTest } from '../hardware/support/programs.js';
import { JOINING_STATES } from '../voice/support/joining-states.js';
import { SOUND_PROGRAMS } from './support/sound-machine.js';
import { useVoicePair } from './support/voice-pair.js';

const usePair = useVoicePair();

realTest(SOUND_PROGRAMS, 'joining a channel passes the states in their order', async () => {
  const { ben, ada } = await usePair();
  for (const person of [ada, ben]) {
    assert.deepEqual(person.events.statesSince(0), JOINING_STATES);
  }
});
